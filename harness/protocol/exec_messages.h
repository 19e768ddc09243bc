// The messages around an exec: from the processes below it and `gridlock dump` to its socket, from
// the interpreter that forks its ranks, and between the execs of one job on several hosts. The
// first field distinguishes the alternatives. The functions that read messages throw fields::Error
// (harness/fields/path.h) for anything else.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/facts/frame.h"
#include "harness/facts/outcome.h"
#include "harness/protocol/messages.h"

namespace gridlock::protocol {

// ---- to the socket of an exec (harness/rank/gridlock/probe/attach.py), one packet each

// Registers a process as a rank.
struct Registration {
  std::string job;  // the meeting point of its ranks, which distinguishes simultaneous jobs
  int rank = 0;
  int world_size = 1;
};

// Asks for the state of the ranks (`gridlock dump`).
enum class DumpFormat { kText, kJson };
struct DumpQuestion {
  DumpFormat format = DumpFormat::kText;
};

// Announces that a process is ending with an uncaught exception.
struct RaiseNotice {
  std::string error;  // "ValueError: bad batch"; "" = the process continues after all
  std::vector<facts::Frame> frames;  // of the traceback, outermost first
};

using ExecRequest = std::variant<DumpQuestion, RaiseNotice, Registration>;

std::string to_text(const DumpQuestion& question);
ExecRequest request_from_text(const std::string& text);

// ---- the interpreter that forks ranks (harness/rank/gridlock/start/forking.py)

// Descriptors are the numbers that the interpreter inherits; for a warm one, indices in the packet.
struct ForkWords {
  int channel = -1;                                       // not for a warm one
  std::map<std::string, std::string> environment;         // of all ranks
  std::vector<std::map<std::string, std::string>> ranks;  // the variables of each
  std::optional<int> store;
  std::vector<int> outputs;
};

struct ForkedRanks {
  int store = -1;  // pids
  std::vector<int> ranks;
};

std::string to_text(const ForkWords& words);
ForkedRanks forked_from_text(const std::string& text);

// ---- the fork server (harness/rank/gridlock/start/fork_server.py)

// The environment variable for an exec below the fork server: a forked interpreter that has
// imported torch and waits for ForkWords.
struct WarmInterpreter {
  pid_t pid = -1;
  int channel = -1;
  std::string torch;  // the same as Interpreter::torch
  std::string probe;  // gridlock_probe.so for it
  // Ranks are examined sooner than the ranks of users (harness/exec/intervals.h).
  bool search_intervals = false;
};

// Asks the server to start an exec. The packet has one descriptor, for the output of exec
// and its ranks.
struct StartExec {
  std::vector<std::string> exec;                   // the command line of gridlock
  std::vector<std::string> arguments;              // of the script
  std::string folder;                              // has the script; becomes the working folder
  std::map<std::string, std::string> environment;  // the complete environment of exec
  std::map<std::string, std::string> variables;    // of the ranks, added to the server's
  bool search_intervals = false;                   // the same as WarmInterpreter::search_intervals
};

// Messages from the server.
struct ServerReady {
  pid_t pid = -1;
};
struct ExecStarted {
  pid_t pid = -1;
};
struct ExecEnded {
  pid_t pid = -1;
  int status = 0;  // of waitpid(2)
};
using ForkServerReport = std::variant<ServerReady, ExecStarted, ExecEnded>;

std::string to_text(const StartExec& start);
ForkServerReport server_report_from_text(const std::string& text);
WarmInterpreter warm_interpreter_from_text(const std::string& text);

// ---- between hosts (host_links.h). From the others to the first host:

// The state of a host's ranks, sent on change: how many events they have recorded, and whether one
// is blocked.
struct HostState {
  std::uint64_t events = 0;
  bool quiet = false;

  bool operator==(const HostState&) const = default;
};

struct HostAnswer {
  int number = -1;                         // of the question
  std::optional<Facts> facts = {};         // of its ranks
  std::map<int, std::string> stacks = {};  // by rank
};

using HostMessage = std::variant<HostState, HostAnswer>;

// ---- from the first host to the others:

struct HostQuestion {
  enum class Ask { kFacts, kStacks };
  Ask ask = Ask::kFacts;
  std::string job;
  int round = 0;   // the same as FactsRequest::round
  int number = 0;  // repeated in the answer
};

// Ends everything with this exit code and outcome.
struct HostEnd {
  int exit_code = 0;
  facts::Outcome outcome = {};  // without stacks
};

using FirstHostMessage = std::variant<HostQuestion, HostEnd>;

nlohmann::json to_json(const HostMessage& message);
nlohmann::json to_json(const FirstHostMessage& message);
HostMessage host_message_from_json(const nlohmann::json& json);
FirstHostMessage first_host_message_from_json(const nlohmann::json& json);

}  // namespace gridlock::protocol
