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
  kKill,    // end the ranks
  kHold,    // leave the ranks as they are until the user interrupts
  kReport,  // report the deadlock and continue
};

// What to do about an unproved finding when the job has been quiet for `seconds`.
struct OnFinding {
  bool kill = false;  // false: the finding is reported and the job continues
  double seconds = 0;
};

struct ExecOptions {
  // Number of ranks, on which `python` runs the command: a script or a module, with its arguments.
  // 0 means that the command is any program.
  int ranks = 0;
  std::vector<std::string> command;
  bool module = false;
  bool fork = false;  // ranks come from one interpreter that has imported torch
  std::optional<protocol::WarmInterpreter> warm;  // an existing interpreter, below a fork server
  std::filesystem::path python;

  // The index of this host among `hosts`. Its ranks follow those of all preceding hosts.
  int hosts = 1;
  int host = 0;
  std::string master_address = "127.0.0.1";  // address of the first host
  int master_port = 0;                       // 0 means any free port

  Intervals intervals;
  OnDeadlock on_deadlock = OnDeadlock::kKill;
  OnFinding on_likely{false, monitor::kEndLikelyAfter};  // a deadlock that is not proved
  OnFinding on_desync{true, monitor::kEndDesyncAfter};   // calls that are known not to match
  double timeout_seconds = 0;            // without a recorded event until all is ended; 0 = never
  std::filesystem::path json;            // file for the verdict; "" = not written
  std::filesystem::path tee;             // folder for each rank's output; "" = passed on unchanged
  std::filesystem::path evidence;        // folder for the evidence; created with the first finding
  std::filesystem::path compile_report;  // folder for what processes compile; "" = not observed
};

// Exit codes of verdicts. Scripts do not use them themselves, except kRaised, which Python uses
// too.
enum ExitCode : int {
  kRaised = 1,
  kDeadlock = 90,
  kStall = 91,
  kTimeout = 92,
  kLikely = 93,
  kDesync = 94
};

}  // namespace gridlock::exec
