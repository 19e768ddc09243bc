// The verdicts that a cell may get. A table defines how each verdict is shown and whether it fails
// a run.
#pragma once

#include <optional>
#include <span>
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

std::span<const VerdictRow> table();
const VerdictRow& row(Verdict verdict);
std::string_view name(Verdict verdict);
std::vector<std::string> names();  // in the order of the table
std::optional<Verdict> parse(std::string_view name);
// Returns the verdict with this name. Throws std::invalid_argument if there is none.
Verdict verdict_named(std::string_view name);

}  // namespace gridlock::verdict
