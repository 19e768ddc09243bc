#include "harness/verdict/verdict.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>

namespace gridlock::verdict {
namespace {

using enum TestResult;

// The row of each verdict, in the order of the enumeration, which row() uses as an index.
constexpr std::array<VerdictRow, 22> kTable = {{
    {Verdict::kPass, "pass", "✓", kPassed, true, "trained, and all checks passed"},
    {Verdict::kWrong, "wrong", "≠", kFailure, true, "the numbers are wrong"},
    {Verdict::kCrash, "crash", "✗", kError, true, "a rank raised, was killed or exited early"},
    {Verdict::kDeadlock, "deadlock", "⊗", kError, true,
     "proved: no rank can make progress until a timer fires or an outside process acts"},
    {Verdict::kStall, "stall", "…", kError, true,
     "all ranks wait for ranks that are busy with something else"},
    {Verdict::kCompileSkew, "compile_skew", "⋯", kError, true,
     "all ranks wait for ranks that compile, or a rank compiled longer than the matrix allows"},
    {Verdict::kCompileBlowup, "compile_blowup", "⇈", kError, true,
     "a rank compiles far longer than smaller cells predict"},
    {Verdict::kDesync, "desync", "≁", kFailure, true,
     "ranks of a group made calls that do not match"},
    {Verdict::kTimeout, "timeout", "◷", kError, true,
     "no progress until the deadline; no deadlock is proved, and the evidence is recorded"},
    {Verdict::kNotCompiled, "not_compiled", "○", kFailure, true,
     "ran eager: the compiler captured nothing"},
    {Verdict::kInconsistentCompile, "inconsistent_compile", "≢", kFailure, true,
     "ranks compiled different collectives into the same code"},
    {Verdict::kCompileError, "compile_error", "⊘", kFailure, true,
     "the compiler failed, and what it was given ran eagerly"},
    {Verdict::kRecompileStorm, "recompile_storm", "↻", kFailure, true,
     "a function is compiled again and again"},
    {Verdict::kGraphBreak, "graph_break", "┊", kFailure, true,
     "more graph breaks than the matrix allows"},
    {Verdict::kNoSpeedup, "no_speedup", "≤", kFailure, true,
     "compiled, its steps are slower than the matrix allows"},
    {Verdict::kMemory, "memory", "▤", kFailure, true, "takes more memory than the matrix allows"},
    {Verdict::kInfeasible, "infeasible", "∅", kSkipped, false, "a constraint forbids the cell"},
    {Verdict::kSkipped, "skipped", "-", kSkipped, false,
     "hardware is missing, or the reference cell has no numbers"},
    {Verdict::kQuarantined, "quarantined", "q", kSkipped, true,
     "failed, but is quarantined until a date"},
    {Verdict::kXfail, "xfail", "x", kSkipped, true, "failed as expected"},
    {Verdict::kXpass, "xpass", "!", kPassed, true, "passed though a failure was expected"},
    {Verdict::kInterrupted, "interrupted", "^", kSkipped, false,
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
