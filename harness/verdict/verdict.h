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
  kWrong,          // numbers part from a relation's partner, between ranks, or are not finite
  kCrash,          // a rank raised, was killed or exited early
  kDeadlock,       // proved: nothing would have moved until a timer fired or an outsider acted
  kStall,          // everybody waits for ranks that are alive and do something else
  kCompileSkew,    // a stall: those ranks compile
  kCompileBlowup,  // a rank compiles past what its smaller siblings predict
  kDesync,         // the ranks' logs of a group cannot be reconciled, and no deadlock is proved
  kTimeout,        // nothing moved until the deadline; nothing proved, everything recorded
  kNotCompiled,    // equal to eager because it is eager
  kInfeasible,     // a constraint forbids the cell, with its reason
  kSkipped,        // hardware absent, or the reference that judges it has no numbers
  kQuarantined,    // failed, but someone is looking at it until a date
  kXfail,          // failed as expected
  kXpass,          // passed though a failure was expected
  kInterrupted,    // the user stopped the run before the cell ended
};

struct VerdictRow {
  Verdict verdict;
  std::string_view name;   // as in results.jsonl
  std::string_view glyph;  // one column on a terminal
  bool fails_run;          // counts towards exit code 1 (a strict xpass does, too: see record.h)
  bool ran_to_verdict;     // the cell was trained and judged, so it counts for coverage
  std::string_view meaning;
};

std::span<const VerdictRow> table();
const VerdictRow& row(Verdict verdict);
std::string_view name(Verdict verdict);
std::vector<std::string> names();  // of all, in the order of the table
std::optional<Verdict> parse(std::string_view name);
// The same; throws std::invalid_argument where there is no such verdict.
Verdict verdict_named(std::string_view name);

}  // namespace gridlock::verdict
