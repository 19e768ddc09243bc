#include "harness/verdict/verdict.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>

namespace gridlock::verdict {
namespace {

// In the order of the enumeration, so that row() is an index.
constexpr std::array<VerdictRow, 16> kTable = {{
    {Verdict::kPass, "pass", "✓", false, true, "trained, judged, and right"},
    {Verdict::kWrong, "wrong", "≠", true, true, "the numbers are not what they must be"},
    {Verdict::kCrash, "crash", "✗", true, true, "a rank raised, was killed or exited early"},
    {Verdict::kDeadlock, "deadlock", "⊗", true, true,
     "proved: nothing would have moved until a timer fired or an outsider acted"},
    {Verdict::kStall, "stall", "…", true, true,
     "everybody waits for ranks that are alive and do something else"},
    {Verdict::kCompileSkew, "compile_skew", "⋯", true, true,
     "everybody waits for ranks that compile"},
    {Verdict::kCompileBlowup, "compile_blowup", "⇈", true, true,
     "a rank compiles past what its smaller siblings predict"},
    {Verdict::kDesync, "desync", "≁", true, true,
     "ranks of a group made calls that do not belong together"},
    {Verdict::kTimeout, "timeout", "◷", true, true,
     "nothing moved until the deadline; nothing is proved, everything is recorded"},
    {Verdict::kNotCompiled, "not_compiled", "○", true, true,
     "equal to eager because it is eager: the compiler captured nothing"},
    {Verdict::kInfeasible, "infeasible", "∅", false, false, "a constraint forbids the cell"},
    {Verdict::kSkipped, "skipped", "-", false, false,
     "hardware absent, or the reference that judges it has no numbers"},
    {Verdict::kQuarantined, "quarantined", "q", false, true,
     "failed, but someone is looking at it until a date"},
    {Verdict::kXfail, "xfail", "x", false, true, "failed as expected"},
    {Verdict::kXpass, "xpass", "!", false, true, "passed though a failure was expected"},
    {Verdict::kInterrupted, "interrupted", "^", false, false,
     "the user stopped the run before the cell ended"},
}};

}  // namespace

std::span<const VerdictRow> table() {
  return kTable;
}

const VerdictRow& row(Verdict verdict) {
  const auto& row = kTable.at(static_cast<std::size_t>(verdict));
  assert(row.verdict == verdict);
  return row;
}

std::string_view name(Verdict verdict) {
  return row(verdict).name;
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const VerdictRow& row : kTable) names.emplace_back(row.name);
  return names;
}

std::optional<Verdict> parse(std::string_view name) {
  const auto* found = std::ranges::find(kTable, name, &VerdictRow::name);
  if (found == kTable.end()) return std::nullopt;
  return found->verdict;
}

Verdict verdict_named(std::string_view name) {
  if (const auto verdict = parse(name)) return *verdict;
  throw std::invalid_argument("unknown verdict '" + std::string(name) + "'");
}

}  // namespace gridlock::verdict
