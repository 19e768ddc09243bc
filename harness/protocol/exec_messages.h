// What is said around an exec: by the processes below it and `gridlock dump` to its socket, by the
// interpreter that forks its ranks, and by the execs of one job on several hosts to each other.
// Alternatives are told apart by their first field. What comes from others is read by functions
// that throw fields::Error (harness/fields/path.h) for anything else.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/protocol/messages.h"

namespace gridlock::protocol {

// ---- to the socket of an exec (harness/rank/gridlock/attach.py), one packet each

// A process is a rank.
struct Registration {
  std::string job;  // where its ranks meet: tells jobs apart that run side by side
  int rank = 0;
  int world_size = 1;
};

// `gridlock dump` wants to know how the ranks are.
enum class DumpFormat { kText, kJson };
struct DumpQuestion {
  DumpFormat format = DumpFormat::kText;
};

struct CodeFrame {
  std::string function;
  std::string file;
  int line = 0;
};

// A process is on its way out with an exception that nobody caught.
struct RaiseNotice {
  std::string error;              // "ValueError: bad batch"; "" = it goes on after all
  std::vector<CodeFrame> frames;  // of its traceback, outermost first
};

using ExecRequest = std::variant<DumpQuestion, RaiseNotice, Registration>;

std::string to_text(const DumpQuestion& question);
ExecRequest request_from_text(const std::string& text);

// ---- the interpreter that forks ranks (harness/rank/gridlock/forking.py)

// Descriptors are numbers that the interpreter inherits.
struct ForkWords {
  int channel = -1;
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

// ---- between hosts, one JSON object a line. From the others to the first host:

struct HostHello {
  int host = 0;
};

// Of its ranks, when that changes: how much they have recorded, and whether one is blocked.
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

using HostMessage = std::variant<HostHello, HostState, HostAnswer>;

// ---- from the first host to the others:

struct HostQuestion {
  enum class Ask { kFacts, kStacks };
  Ask ask = Ask::kFacts;
  std::string job;
  int round = 0;   // as Look::round
  int number = 0;  // comes back in the answer
};

// End everything with this exit code, and why: the finding, {} where nothing is found.
struct HostEnd {
  int exit_code = 0;
  nlohmann::json verdict;
};

using FirstHostMessage = std::variant<HostQuestion, HostEnd>;

nlohmann::json to_json(const HostMessage& message);
nlohmann::json to_json(const FirstHostMessage& message);
HostMessage host_message_from_json(const nlohmann::json& json);
FirstHostMessage first_host_message_from_json(const nlohmann::json& json);

}  // namespace gridlock::protocol
