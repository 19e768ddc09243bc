#include "harness/trace/phase.h"

#include <array>

namespace gridlock::trace {
namespace {

constexpr std::array<std::string_view, 6> kWordsOfPhases = {"start",   "group", "build",
                                                            "compile", "step",  "done"};

}  // namespace

std::optional<Phase> parse_phase(std::string_view word) {
  for (std::size_t i = 0; i < kWordsOfPhases.size(); ++i) {
    if (kWordsOfPhases[i] == word) return static_cast<Phase>(i);
  }
  return std::nullopt;
}

std::string describe_phase(const Record& record) {
  if (record.op >= kWordsOfPhases.size()) return "phase " + std::to_string(record.op);
  std::string word(kWordsOfPhases[record.op]);
  if (static_cast<Phase>(record.op) == Phase::kStep) word += " " + std::to_string(record.seq);
  return word;
}

}  // namespace gridlock::trace
