#include "harness/verdict/verdict.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>

namespace gridlock::verdict {
namespace {

// In the order of the enumeration, so that row() is an index.
constexpr std::array<VerdictRow, 22> kTable = {{
    {Verdict::kPass, "pass", "✓", false, true, "trained, and all checks passed"},
    {Verdict::kWrong, "wrong", "≠", true, true, "the numbers are wrong"},
    {Verdict::kCrash, "crash", "✗", true, true, "a rank raised, was killed or exited early"},
    {Verdict::kDeadlock, "deadlock", "⊗", true, true,
     "proved: no rank can make progress until a timer fires or an outside process acts"},
    {Verdict::kStall, "stall", "…", true, true,
     "all ranks wait for ranks that are busy with something else"},
    {Verdict::kCompileSkew, "compile_skew", "⋯", true, true,
     "all ranks wait for ranks that compile, or a rank compiled longer than the matrix allows"},
    {Verdict::kCompileBlowup, "compile_blowup", "⇈", true, true,
     "a rank compiles far longer than smaller cells predict"},
    {Verdict::kDesync, "desync", "≁", true, true, "ranks of a group made calls that do not match"},
    {Verdict::kTimeout, "timeout", "◷", true, true,
     "no progress until the deadline; no deadlock is proved, and the evidence is recorded"},
    {Verdict::kNotCompiled, "not_compiled", "○", true, true,
     "ran eager: the compiler captured nothing"},
    {Verdict::kInconsistentCompile, "inconsistent_compile", "≢", true, true,
     "ranks compiled different collectives into the same code"},
    {Verdict::kCompileError, "compile_error", "⊘", true, true,
     "the compiler failed, and what it was given ran eagerly"},
    {Verdict::kRecompileStorm, "recompile_storm", "↻", true, true,
     "a function is compiled again and again"},
    {Verdict::kGraphBreak, "graph_break", "┊", true, true,
     "more graph breaks than the matrix allows"},
    {Verdict::kNoSpeedup, "no_speedup", "≤", true, true,
     "compiled, its steps are slower than the matrix allows"},
    {Verdict::kMemory, "memory", "▤", true, true, "takes more memory than the matrix allows"},
    {Verdict::kInfeasible, "infeasible", "∅", false, false, "a constraint forbids the cell"},
    {Verdict::kSkipped, "skipped", "-", false, false,
     "hardware is missing, or the reference cell has no numbers"},
    {Verdict::kQuarantined, "quarantined", "q", false, true,
     "failed, but is quarantined until a date"},
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
