// The messages that start a command below a process that has already imported torch: a `gridlock
// run` with a warm zygote, or a `gridlock minimize` or `gridlock ablate` with a warm fork server.
// Tests start many of these commands, most of which take less time than an import of torch
// (harness/zygote/warm_server.h, harness/rank/gridlock/start/nursery.py).
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace gridlock::protocol {

// The program that a process becomes. A zygote and a fork server use only the environment.
struct Execution {
  std::vector<std::string> arguments;
  std::vector<std::string> environment;  // complete: "NAME=value"
};

// A request to the server. The request's packet has two descriptors: the run's standard input and
// output.
struct WarmRun {
  Execution run;
  std::string folder;  // the working folder
  pid_t parent = -1;   // a subreaper above the server; becomes the run's parent
};

// The server's answer.
struct WarmRunStarted {
  pid_t pid = -1;
};

// A child that waits on the channel for an Execution and then becomes that program. The Execution's
// packet has the descriptor of the child's output. A fork server keeps its own output.
struct WarmChild {
  pid_t pid = -1;
  int channel = -1;
};

inline constexpr const char* kWarmAgent = "GRIDLOCK_WARM_AGENT";    // for the run
inline constexpr const char* kWarmZygote = "GRIDLOCK_WARM_ZYGOTE";  // for its agent
inline constexpr const char* kWarmForkServer = "GRIDLOCK_WARM_FORK_SERVER";  // for minimize, ablate

// Returns the child that the variable names, and removes the variable.
std::optional<WarmChild> take_warm_child(const char* variable);
// Returns NAME=value.
std::string warm_child_variable(const char* name, const WarmChild& child);

std::string to_text(const Execution& execution);
std::string to_text(const WarmRun& run);
std::string to_text(const WarmRunStarted& started);
// Throw std::runtime_error for any other text.
Execution execution_from_text(const std::string& text);
WarmRun warm_run_from_text(const std::string& text);
WarmRunStarted warm_run_started_from_text(const std::string& text);

}  // namespace gridlock::protocol
