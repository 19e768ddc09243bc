// The options of `gridlock exec`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/exec/intervals.h"
#include "harness/monitor/grace.h"
#include "harness/protocol/exec_messages.h"

namespace gridlock::exec {

enum class OnDeadlock {
  kKill,    // kill the ranks
  kHold,    // leave the ranks as they are until the user interrupts
  kReport,  // report the deadlock and continue
};

// The reaction to an unproved finding.
struct OnFinding {
  bool kill = false;   // false: report the finding and let the job continue
  double seconds = 0;  // time without an event before the job is killed
};

struct ExecOptions {
  // Number of ranks on this host. Each rank runs the command with `python`: a script or a module,
  // with its arguments. If the number is 0, the command is any program and runs once.
  int ranks = 0;
  std::vector<std::string> command;
  bool module = false;
  bool fork = false;  // fork all ranks from one interpreter that has imported torch
  std::optional<protocol::WarmInterpreter> warm;  // the interpreter to fork, if it already runs
  std::filesystem::path python;

  // The number of hosts, and the index of this host. Ranks are numbered in the order of their
  // hosts.
  int hosts = 1;
  int host = 0;
  std::string master_address = "127.0.0.1";  // address of the first host
  int master_port = 0;                       // 0 means any free port
  // The secret that the hosts share (GRIDLOCK_JOB_SECRET). "" means that their ranks agree on one.
  std::string job_secret;

  Intervals intervals;
  OnDeadlock on_deadlock = OnDeadlock::kKill;
  OnFinding on_likely{false, monitor::kEndLikelyAfter};  // a likely deadlock
  OnFinding on_desync{true, monitor::kEndDesyncAfter};   // calls do not match
  double timeout_seconds = 0;            // time without an event before a kill; 0 = never
  std::filesystem::path json;            // file for the verdict (host_file.h); "" = not written
  std::filesystem::path tee;             // folder for each rank's output; "" = output is inherited
  std::filesystem::path evidence;        // folder for the evidence (evidence_folder.h); "" = default
  std::filesystem::path compile_report;  // folder for compile records; "" = not written
};

// Exit codes for verdicts. Scripts rarely exit with one of them, except kRaised: Python uses this
// code for an uncaught exception.
enum ExitCode : int {
  kRaised = 1,
  kDeadlock = 90,
  kStall = 91,
  kTimeout = 92,
  kLikely = 93,
  kDesync = 94
};

}  // namespace gridlock::exec
