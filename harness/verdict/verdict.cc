#include "harness/verdict/verdict.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace gridlock::verdict {

const VerdictRow& row(Verdict verdict) {
  const auto& row = kVerdicts.at(static_cast<std::size_t>(verdict));
  assert(row.verdict == verdict);
  return row;
}

std::string_view name(Verdict verdict) {
  return row(verdict).name;
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const VerdictRow& row : kVerdicts) names.emplace_back(row.name);
  return names;
}

std::optional<Verdict> parse(std::string_view name) {
  const auto* found = std::ranges::find(kVerdicts, name, &VerdictRow::name);
  if (found == kVerdicts.end()) return std::nullopt;
  return found->verdict;
}

Verdict verdict_named(std::string_view name) {
  if (const auto verdict = parse(name)) return *verdict;
  throw std::invalid_argument("unknown verdict '" + std::string(name) + "'");
}

}  // namespace gridlock::verdict
