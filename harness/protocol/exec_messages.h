// Messages of `gridlock exec`: to the exec's socket (from its descendants and from `gridlock
// dump`), to and from the interpreter that forks the ranks, and between the execs of one job on
// several hosts. The first field of a message shows which message it is. The functions that read
// messages throw fields::Error (harness/fields/path.h) for any other JSON.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/facts/exception.h"
#include "harness/facts/outcome.h"
#include "harness/protocol/messages.h"

namespace gridlock::protocol {

// ---- to the socket of an exec (harness/rank/gridlock/probe/attach.py), one packet each

// Registers a process as a rank.
struct Registration {
  std::string job;  // rendezvous of the job's ranks, which identifies the job
  int rank = 0;
  int world_size = 1;
  bool preloaded = true;  // it has loaded gridlock_threads.so (harness/rank/threads)
};

// Reports the secret on which the ranks of all hosts have agreed through their store
// (harness/rank/gridlock/probe/job_secret.py). It is "" if they could not.
struct JobSecret {
  std::string secret;
};

// Asks for the state of the ranks (`gridlock dump`).
enum class DumpFormat { kText, kJson };
struct DumpQuestion {
  DumpFormat format = DumpFormat::kText;
};

// A facts::Exception announces that an exception is about to end its process. An empty `error`
// revokes this: the process continues after all.
using ExecRequest = std::variant<DumpQuestion, facts::Exception, JobSecret, Registration>;

std::string to_text(const DumpQuestion& question);
ExecRequest request_from_text(const std::string& text);

// ---- the interpreter that forks ranks (harness/rank/gridlock/start/forking.py)

// Requests ranks from the interpreter. `channel`, `store` and `outputs` are descriptors that the
// interpreter inherits. For a warm interpreter, they are indices of the descriptors in the packet.
struct ForkWords {
  int channel = -1;                                       // unused for a warm interpreter
  std::map<std::string, std::string> environment;         // variables of all ranks
  std::vector<std::map<std::string, std::string>> ranks;  // more variables for each rank
  std::optional<int> store;
  std::vector<int> outputs;
};

struct ForkedRanks {
  int store = -1;          // process id
  std::vector<int> ranks;  // process ids
};

std::string to_text(const ForkWords& words);
ForkedRanks forked_from_text(const std::string& text);

// ---- the fork server (harness/rank/gridlock/start/fork_server.py)

// A forked interpreter that has imported torch and waits for ForkWords. The fork server passes this
// description to an exec in an environment variable.
struct WarmInterpreter {
  pid_t pid = -1;
  int channel = -1;
  std::string torch;  // version, as in Interpreter::torch
  std::string probe;  // the path of gridlock_probe.so for this interpreter
  // Whether the exec examines its ranks at the shorter intervals of a search
  // (harness/exec/intervals.h).
  bool search_intervals = false;
};

// Asks the server to start an exec. The packet carries one descriptor, for the output of the exec
// and its ranks.
struct StartExec {
  std::vector<std::string> exec;                   // the command line of gridlock
  std::vector<std::string> arguments;              // the script's arguments
  std::string folder;  // contains the script; becomes the working folder
  std::map<std::string, std::string> environment;  // the complete environment of exec
  std::map<std::string, std::string> variables;    // of the ranks, added to those of the server
  bool search_intervals = false;                   // see WarmInterpreter::search_intervals
};

// Reports of the server: it is ready, it has started an exec, or an exec has ended.
struct ServerReady {
  pid_t pid = -1;
};
struct ExecStarted {
  pid_t pid = -1;
};
struct ExecEnded {
  pid_t pid = -1;
  int status = 0;  // a status of waitpid(2)
};
using ForkServerReport = std::variant<ServerReady, ExecStarted, ExecEnded>;

std::string to_text(const StartExec& start);
ForkServerReport server_report_from_text(const std::string& text);
WarmInterpreter warm_interpreter_from_text(const std::string& text);

// ---- between hosts (host_links.h). From the other hosts to the first host:

// The state of a host's ranks: the number of recorded events, and whether a rank is blocked. The
// host sends a HostState whenever one of these values changes.
struct HostState {
  std::uint64_t events = 0;
  bool quiet = false;

  bool operator==(const HostState&) const = default;
};

struct HostAnswer {
  int number = -1;                         // repeats HostQuestion::number
  std::optional<Facts> facts = {};         // facts of the host's ranks
  std::map<int, std::string> stacks = {};  // key: rank
};

using HostMessage = std::variant<HostState, HostAnswer>;

// ---- from the first host to the other hosts:

struct HostQuestion {
  enum class Ask { kFacts, kStacks };
  Ask ask = Ask::kFacts;
  std::string job;
  int round = 0;   // see FactsRequest::round (messages.h)
  int number = 0;  // repeated in the answer
};

// Ends the exec on every host, with this exit code and outcome.
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
