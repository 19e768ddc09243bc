// The possible verdicts of a cell. A closed list; each row of the table defines how the verdict is
// shown and whether it fails a run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::verdict {

enum class Verdict {
  kPass,
  kWrong,        // numbers diverge from a relation's partner or between ranks, or are not finite
  kCrash,        // a rank raised, was killed or exited early
  kDeadlock,     // proved: no rank can make progress until a timer fires or an outside process acts
  kStall,        // all ranks wait for ranks that do something else
  kCompileSkew,  // a stall because ranks compile; or a rank compiled longer than allowed
  kCompileBlowup,  // a rank compiles far longer than smaller cells predict
  kDesync,         // the ranks' logs of a group cannot be reconciled, and no deadlock is proved
  kTimeout,        // no progress until the deadline; nothing proved, everything recorded
  kNotCompiled,    // it agrees with eager only because it ran eager
  kInconsistentCompile,  // ranks compiled different collectives into the same code
  kCompileError,         // the compiler failed, and its input ran eager
  kRecompileStorm,       // a function is compiled again and again
  kGraphBreak,           // more graph breaks than the matrix allows
  kNoSpeedup,            // its steps are slower, relative to uncompiled ones, than allowed
  kMemory,               // it takes more memory than the matrix allows
  kInfeasible,           // a constraint forbids the cell, with its reason
  kSkipped,              // hardware is missing, or the reference cell has no numbers
  kQuarantined,          // failed, but is quarantined until a date
  kXfail,                // failed as expected
  kXpass,                // passed though a failure was expected
  kInterrupted,          // the user stopped the run before the cell ended
};

// The result of a cell as a test, as JUnit counts them.
enum class TestResult {
  kPassed,
  kFailure,  // it ran to its end, but is not as it should be
  kError,    // it did not run to its end
  kSkipped,  // needs no attention
};

struct VerdictRow {
  Verdict verdict;
  std::string_view name;   // as in results.jsonl
  std::string_view glyph;  // one column on a terminal
  TestResult result;  // failures and errors count toward exit code 1 (a strict xpass does, too:
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
std::vector<std::string> names();  // of all verdicts, in the order of the table
std::optional<Verdict> parse(std::string_view name);
// Throws std::invalid_argument if there is no such verdict.
Verdict verdict_named(std::string_view name);

}  // namespace gridlock::verdict
