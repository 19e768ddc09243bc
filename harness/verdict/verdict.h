// The complete list of a cell's possible verdicts. Each row of the table defines how a verdict is
// shown and whether the verdict fails a run. Reporters and exit codes follow the table.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::verdict {

// kVerdicts has the meaning of each verdict.
enum class Verdict {
  kPass,
  kWrong,  // the numbers are not finite, or differ between ranks or from a partner's
  kCrash,
  kDeadlock,
  kStall,
  kCompileSkew,
  kCompileBlowup,
  kDesync,  // only if no deadlock is proved
  kTimeout,
  kNotCompiled,
  kInconsistentCompile,
  kCompileError,
  kRecompileStorm,
  kGraphBreak,
  kNoSpeedup,
  kMemory,
  kInfeasible,
  kSkipped,
  kQuarantined,
  kXfail,
  kXpass,
  kInterrupted,
};

// The result of a cell in JUnit's terms.
enum class TestResult {
  kPassed,
  kFailure,  // ran to its end with a wrong result
  kError,    // did not run to its end
  kSkipped,  // needs no attention
};

struct VerdictRow {
  Verdict verdict;
  std::string_view name;   // as written in results.jsonl
  std::string_view glyph;  // one column on a terminal
  TestResult result;       // failures and errors lead to exit code 1 (so does a strict xpass:
                           // see record.h)
  bool ran_to_verdict;     // the cell was trained and judged, so it counts for coverage
  std::string_view meaning;

  constexpr bool fails_run() const {
    return result == TestResult::kFailure || result == TestResult::kError;
  }
};

// One row for each verdict, in the order of the enumeration, so that row() can use the enumerator
// as an index.
inline constexpr auto kVerdicts = std::to_array<VerdictRow>({
    {Verdict::kPass, "pass", "✓", TestResult::kPassed, true,
     "the cell trained, and all checks passed"},
    {Verdict::kWrong, "wrong", "≠", TestResult::kFailure, true, "the numbers are wrong"},
    {Verdict::kCrash, "crash", "✗", TestResult::kError, true,
     "a rank raised, was killed or exited early"},
    {Verdict::kDeadlock, "deadlock", "⊗", TestResult::kError, true,
     "proved: no rank can make progress unless a timer fires or an outside process acts"},
    {Verdict::kStall, "stall", "…", TestResult::kError, true,
     "all ranks wait for ranks that are busy with something else"},
    {Verdict::kCompileSkew, "compile_skew", "⋯", TestResult::kError, true,
     "all ranks wait for ranks that compile, or a rank compiled longer than the matrix allows"},
    {Verdict::kCompileBlowup, "compile_blowup", "⇈", TestResult::kError, true,
     "a rank compiles far longer than smaller cells predict"},
    {Verdict::kDesync, "desync", "≁", TestResult::kFailure, true,
     "ranks of a group made calls that do not match"},
    {Verdict::kTimeout, "timeout", "◷", TestResult::kError, true,
     "no progress until the deadline; no deadlock is proved, and the evidence is recorded"},
    {Verdict::kNotCompiled, "not_compiled", "○", TestResult::kFailure, true,
     "the cell ran eagerly, because the compiler captured no graph"},
    {Verdict::kInconsistentCompile, "inconsistent_compile", "≢", TestResult::kFailure, true,
     "ranks compiled different collectives into the same code"},
    {Verdict::kCompileError, "compile_error", "⊘", TestResult::kFailure, true,
     "the compiler failed, and the function ran eagerly"},
    {Verdict::kRecompileStorm, "recompile_storm", "↻", TestResult::kFailure, true,
     "a function is compiled again and again"},
    {Verdict::kGraphBreak, "graph_break", "┊", TestResult::kFailure, true,
     "more graph breaks than the matrix allows"},
    {Verdict::kNoSpeedup, "no_speedup", "≤", TestResult::kFailure, true,
     "the compiled steps are slower than the matrix allows"},
    {Verdict::kMemory, "memory", "▤", TestResult::kFailure, true,
     "the cell takes more memory than the matrix allows"},
    {Verdict::kInfeasible, "infeasible", "∅", TestResult::kSkipped, false,
     "a constraint forbids the cell"},
    {Verdict::kSkipped, "skipped", "-", TestResult::kSkipped, false,
     "the machine lacks hardware, memory or a package, or the reference cell has no numbers"},
    {Verdict::kQuarantined, "quarantined", "q", TestResult::kSkipped, true,
     "the cell failed, but is quarantined until a date"},
    {Verdict::kXfail, "xfail", "x", TestResult::kSkipped, true,
     "the cell failed as the matrix expects"},
    {Verdict::kXpass, "xpass", "!", TestResult::kPassed, true,
     "the cell passed, but the matrix expects a failure"},
    {Verdict::kInterrupted, "interrupted", "^", TestResult::kSkipped, false,
     "the user stopped the run before the cell ended"},
});

const VerdictRow& row(Verdict verdict);
std::string_view name(Verdict verdict);
std::vector<std::string> names();  // in the order of the table
std::optional<Verdict> parse(std::string_view name);
// Returns the verdict with this name. Throws std::invalid_argument if there is none.
Verdict verdict_named(std::string_view name);

}  // namespace gridlock::verdict
