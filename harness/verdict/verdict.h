// What happened to a cell. A closed list; each row of the table says how the verdict is shown and
// whether it fails a run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::verdict {

enum class Verdict {
  kPass,
  kWrong,        // numbers part from a relation's partner, between ranks, or are not finite
  kCrash,        // a rank raised, was killed or exited early
  kDeadlock,     // proved: no rank can make progress until a timer fires or an outside process acts
  kStall,        // all ranks wait for ranks that are busy with something else
  kCompileSkew,  // a stall: those ranks compile; or they compiled longer than the matrix allows
  kCompileBlowup,  // a rank compiles far longer than smaller cells predict
  kDesync,         // the ranks' logs of a group cannot be reconciled, and no deadlock is proved
  kTimeout,        // nothing moved until the deadline; nothing proved, everything recorded
  kNotCompiled,    // equal to eager because it is eager
  kInconsistentCompile,  // ranks compiled different collectives into the same code
  kCompileError,         // the compiler failed, and what it was given ran eagerly
  kRecompileStorm,       // a function is compiled again and again
  kGraphBreak,           // more graph breaks than the matrix allows
  kNoSpeedup,            // its steps are slower, beside uncompiled ones, than the matrix allows
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
  kFailure,  // it ran to its end, and is not as it should be
  kError,    // it did not run to its end
  kSkipped,  // nobody need look
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
std::vector<std::string> names();  // of all, in the order of the table
std::optional<Verdict> parse(std::string_view name);
// The same; throws std::invalid_argument where there is no such verdict.
Verdict verdict_named(std::string_view name);

}  // namespace gridlock::verdict
