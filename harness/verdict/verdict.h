// The complete list of a cell's possible verdicts. Each row of the table defines how a verdict is
// shown and whether the verdict fails a run. Reporters and exit codes follow the table.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::verdict {

enum class Verdict {
  kPass,
  kWrong,        // results differ from a partner's or between ranks, or are not finite
  kCrash,        // a rank raised, was killed or exited early
  kDeadlock,     // proved: no rank can make progress until a timer fires or an outside process acts
  kStall,        // ranks wait for other ranks, which do something else
  kCompileSkew,  // a stall because ranks compile; or a rank compiled longer than allowed
  kCompileBlowup,  // a rank compiles far longer than smaller cells predict
  kDesync,         // the ranks' logs of a group cannot be reconciled, and no deadlock is proved
  kTimeout,        // no progress until the deadline; nothing proved, everything recorded
  kNotCompiled,    // a cell that should compile ran eager, so agreement proves nothing
  kInconsistentCompile,  // ranks compiled different collectives from one piece of code
  kCompileError,         // the compiler failed, and its input ran eager
  kRecompileStorm,       // a function is compiled again and again
  kGraphBreak,           // more graph breaks than the matrix allows
  kNoSpeedup,            // steps are slower, relative to uncompiled steps, than allowed
  kMemory,               // takes more memory than the matrix allows
  kInfeasible,           // a constraint forbids the cell, with its reason
  kSkipped,              // hardware is missing, or the reference cell has no results
  kQuarantined,          // failed, but is quarantined until a date
  kXfail,                // failed as expected
  kXpass,                // passed though a failure was expected
  kInterrupted,          // the user stopped the run before the cell ended
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
