// Decides what happened to a cell. Five stages, in this order, each once per record:
//
//   judge()              from the cell's own reports, as soon as all ranks are gone
//   judge_relations()    against its partners, once both ends are in
//   judge_costs()        its time and memory, by the limits of the matrix (costs.h)
//   note_printed()       what its code printed, beside the uncompiled cell (printed.h)
//   note_differences()   what ranks compiled differently
//   apply_expectations() xfail, quarantine, and whether the run fails
//
// All but the notes set verdict, class, ranks, sentence and signature. None throws on what a
// rank may have reported, however odd.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "harness/verdict/record.h"
#include "matrix/plan.h"

namespace gridlock::verdict {

// clang-format off
// The cell on its own. The first row that holds is the verdict:
//
//   verdict       when                                                     class
//   skipped       the plan says that this machine cannot run it            hardware
//   interrupted   the user stopped the run
//   crash         the harness lost the cell                                lost
//   crash         a rank died of a signal / raised / exited early          killed / raised / exited early
//   timeout       no progress until the deadline
//   crash         a rank ended before its last step / is missing           steps missing / no report
//   wrong         a loss or gradient norm is NaN or infinite               not finite
//   wrong         losses or gradient norms differ between ranks            ranks disagree
//   inconsistent_compile  ranks compiled different collectives (harness/health/schedules.h)
//   compile_error the compiler failed, and torch went on without it
//   not_compiled  asked to compile, but some rank captured no graph
//   recompile_storm, graph_break   harness/health/limits.h
//   pass          none of these
//
// Ranks that only saw the others go (a closed connection) are not at fault: see fault.h.
// clang-format on
void judge(CellRecord& record, const matrix::PlannedCell& planned);

// The finished record of another cell, or null where it has none. For a relation of a cell with
// itself: an earlier repetition of the same cell.
using Lookup = std::function<const CellRecord*(const std::string& cell)>;

// The record of the cell that differs only in not being compiled; null where there is none.
const CellRecord* uncompiled_of(const matrix::PlannedCell& planned, const Lookup& lookup);

// Judges a cell that passed so far against the partners of its relations; leaves any other verdict
// alone. wrong (class "relation") names relation, partner, step, both values and the bound; a
// partner without numbers makes it skipped (class "reference failed"). The first repetition of a
// cell has no earlier one to agree with, so it satisfies a relation with itself. What was measured
// is in `comparisons`, whatever the verdict; a pass that no relation is about is `unjudged`. Where
// it parts from a neighbor that is wrong itself, a note says so, and the others decide.
void judge_relations(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup);

// Notes what a compiled cell costs beside the uncompiled one, where both have steady steps, and
// judges a cell that passed so far by the limits of the matrix: no_speedup, memory, compile_skew
// (class "limit").
void judge_costs(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup);

// Notes where a compiled cell printed other lines than the uncompiled one. Changes no verdict.
void note_printed(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup);

// Notes of a cell that is not right what its ranks compiled differently
// (harness/health/differences.h).
void note_differences(CellRecord& record);

// `today` is an ISO date (2026-01-31). A failure that is expected becomes xfail, a pass that is not
// becomes xpass (class "strict": fails the run); a failure in quarantine becomes quarantined up to
// and including its review date. The former verdict is then the class ("crash: raised"). Sets
// `unexpected`.
void apply_expectations(CellRecord& record, const matrix::PlannedCell& planned,
                        std::string_view today);

// The verdict of a cell, whether or not it was expected or quarantined: `wrong` of one that is
// xfail since its numbers are wrong.
Verdict verdict_before_expectations(const CellRecord& record);

}  // namespace gridlock::verdict
