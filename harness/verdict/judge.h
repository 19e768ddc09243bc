// Decides what happened to a cell. Six stages, in this order, each once per record:
//
//   judge()              from the cell's own reports, once all ranks are gone
//   judge_relations()    against its partners, once both have finished
//   judge_costs()        its time and memory, against the limits of the matrix (costs.h)
//   note_printed()       what its code printed, compared with the uncompiled cell (printed.h)
//   note_differences()   differences between what its ranks compiled
//   apply_expectations() xfail, quarantine, and whether the run fails
//
// All but the notes set verdict, class, ranks, sentence and signature. None throws, whatever a
// rank may have reported.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "harness/verdict/record.h"
#include "matrix/plan.h"

namespace gridlock::verdict {

// clang-format off
// Judges the cell on its own. The first row that holds is the verdict:
//
//   verdict       when                                                     class
//   skipped       the plan skips it on this machine                        hardware
//   interrupted   the user stopped the run
//   crash         the harness lost the cell                                lost
//   crash         a rank died of a signal / raised / exited early          killed / raised / …
//   deadlock, stall, …    a finding explains why the cell hung
//   timeout       no progress until the deadline (desync, if one was found)
//   crash         a rank is missing                                        no report
//   crash         a rank ended before its last step                        steps missing
//   desync        the ranks' calls cannot be reconciled
//   inconsistent_compile  ranks compiled different collectives (harness/health/schedules.h)
//   wrong         a loss or gradient norm is NaN or infinite               not finite
//   wrong         losses, gradient norms or states differ between ranks    ranks disagree
//   compile_error the compiler failed, and torch went on without it
//   not_compiled  asked to compile, but some rank captured no graph
//   recompile_storm, graph_break   harness/health/limits.h
//   pass          none of these
//
// Ranks that only lost their connections to others are not at fault: see fault.h.
// clang-format on
void judge(CellRecord& record, const matrix::PlannedCell& planned);

// Returns the finished record of another cell, or null if it has none. For a relation of a cell
// with itself: an earlier repetition of the same cell.
using Lookup = std::function<const CellRecord*(const std::string& cell)>;

// Returns the record of the cell that differs only in not being compiled; null if there is none.
const CellRecord* uncompiled_of(const matrix::PlannedCell& planned, const Lookup& lookup);

// Judges a cell that passed so far against the partners of its relations; leaves any other verdict
// alone. The sentence of wrong (class "relation") names relation, partner, step, both values and
// the bound; a partner without numbers makes the cell skipped (class "reference failed"). The first
// repetition of a cell has no earlier one to agree with, so it satisfies a relation with itself.
// `comparisons` contains the measurements, whatever the verdict; a pass that no relation judges is
// `unjudged`. A divergence from a neighbor that is wrong itself becomes a note instead of a
// comparison, and the other relations decide.
void judge_relations(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup);

// Records the costs of a compiled cell relative to the uncompiled one if both have steady steps,
// and judges a cell that passed so far by the limits of the matrix: no_speedup, memory,
// compile_skew (class "limit").
void judge_costs(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup);

// Notes differences between the lines of a compiled cell and the uncompiled one. Changes no
// verdict.
void note_printed(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup);

// Notes differences between what the ranks of a cell that did not pass compiled
// (harness/health/differences.h).
void note_differences(CellRecord& record);

// `today`: an ISO date (2026-01-31). An expected failure becomes xfail, a pass despite an expected
// failure becomes xpass (class "strict": fails the run); a failure in quarantine becomes
// quarantined up to and including its review date. The former verdict becomes the class ("crash:
// raised"). Sets `unexpected`.
void apply_expectations(CellRecord& record, const matrix::PlannedCell& planned,
                        std::string_view today);

// Returns the verdict before expectations and quarantine replaced it: `wrong` for an xfail with
// wrong numbers.
Verdict verdict_before_expectations(const CellRecord& record);

}  // namespace gridlock::verdict
