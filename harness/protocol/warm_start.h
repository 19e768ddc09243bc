// Messages that start a command with processes that have already imported torch: a `gridlock run`
// with a warm zygote, or a `gridlock minimize` or `gridlock ablate` with a warm fork server
// (harness/zygote/warm_server.h, harness/rank/gridlock/start/nursery.py). Tests use them: they
// start many commands, and most of these take less time than the import of torch.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace gridlock::protocol {

// The program that a process becomes. A zygote or a fork server uses only its `environment`.
struct Execution {
  std::vector<std::string> arguments;
  std::vector<std::string> environment;  // complete: "NAME=value"
};

// Requests a run from the warm server. The packet carries two descriptors: standard input and
// output of the run.
struct WarmRun {
  Execution run;
  std::string folder;  // the working folder
  pid_t parent = -1;   // a subreaper above the server; becomes the run's parent
};

// Answers a WarmRun.
struct WarmRunStarted {
  pid_t pid = -1;
};

// A child that waits on its channel for an Execution and then becomes that program. The packet with
// the Execution carries the descriptor of the child's output. A fork server keeps its own output.
struct WarmChild {
  pid_t pid = -1;
  int channel = -1;
};

// Environment variables that describe a WarmChild: to a run, to an agent, and to a search.
inline constexpr const char* kWarmAgent = "GRIDLOCK_WARM_AGENT";
inline constexpr const char* kWarmZygote = "GRIDLOCK_WARM_ZYGOTE";
inline constexpr const char* kWarmForkServer = "GRIDLOCK_WARM_FORK_SERVER";

// Returns the child that the variable describes, and removes the variable from the environment.
std::optional<WarmChild> take_warm_child(const char* variable);
// Returns the variable as "NAME=value".
std::string warm_child_variable(const char* name, const WarmChild& child);

std::string to_text(const Execution& execution);
std::string to_text(const WarmRun& run);
std::string to_text(const WarmRunStarted& started);
// These functions throw std::runtime_error if the text is not such a message.
Execution execution_from_text(const std::string& text);
WarmRun warm_run_from_text(const std::string& text);
WarmRunStarted warm_run_started_from_text(const std::string& text);

}  // namespace gridlock::protocol
