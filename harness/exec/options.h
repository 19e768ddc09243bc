// The options of `gridlock exec`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/exec/pace.h"
#include "harness/monitor/grace.h"
#include "harness/protocol/exec_messages.h"

namespace gridlock::exec {

enum class OnDeadlock {
  kKill,    // end the ranks
  kHold,    // leave them as they are until the user interrupts
  kReport,  // say it, and go on
};

// What is done about a finding that is no proof, once the job has been quiet for so long.
struct OnFinding {
  bool kill = false;  // else it is reported, and goes on
  double seconds = 0;
};

struct Options {
  // With ranks: a script (or a module) and its arguments, run so many times by `python`. Without
  // (0): any command.
  int ranks = 0;
  std::vector<std::string> command;
  bool module = false;
  bool fork = false;  // ranks come from one interpreter that has imported torch
  std::optional<protocol::WarmInterpreter> warm;  // which, where it exists: below a fork server
  std::filesystem::path python;

  // This host's place among several; its ranks follow those of the hosts before it.
  int hosts = 1;
  int host = 0;
  std::string master_address = "127.0.0.1";  // of the first host
  int master_port = 0;                       // 0: a free one

  Pace pace;
  OnDeadlock on_deadlock = OnDeadlock::kKill;
  OnFinding on_likely{false, monitor::kEndLikelyAfter};  // a deadlock that is not proved
  OnFinding on_desync{true, monitor::kEndDesyncAfter};   // calls that are known not to fit
  double timeout_seconds = 0;      // without a recorded event, until all is ended; 0 = never
  std::filesystem::path json;      // the verdict; "" = not written
  std::filesystem::path tee;       // folder for what each rank prints; "" = passed on as it is
  std::filesystem::path evidence;  // folder for what is known of a hang; made where there is one
  std::filesystem::path compile_report;  // folder for what processes compile; "" = not observed
};

// Exit codes that no verdict of a script has by itself, but for kRaised: Python's.
enum ExitCode : int {
  kRaised = 1,
  kDeadlock = 90,
  kStall = 91,
  kTimeout = 92,
  kLikely = 93,
  kDesync = 94
};

}  // namespace gridlock::exec
