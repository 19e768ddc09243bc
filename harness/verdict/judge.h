// Decides what happened to a cell, in six stages. Each stage runs once per record, in this order:
//
//   judge()              uses the cell's own reports, once all ranks have exited
//   judge_relations()    compares the cell with its partners, once all of them have finished
//   judge_costs()        compares time and memory with the limits of the matrix (costs.h)
//   note_printed()       compares the printed lines with the uncompiled cell's (printed.h)
//   note_differences()   adds differences between the code that the ranks compiled
//   apply_expectations() applies xfail and quarantine; decides whether the run fails
//
// All stages except the two note_…() functions set verdict, class, ranks, sentence and signature.
// No stage throws, whatever a rank reported.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "harness/verdict/record.h"
#include "matrix/plan.h"

namespace gridlock::verdict {

// clang-format off
// Judges the cell on its own. The first row whose condition is true gives the verdict:
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
// Ranks that failed only because they lost connections to other ranks are not at fault (fault.h).
// clang-format on
void judge(CellRecord& record, const matrix::PlannedCell& planned);

// Returns the finished record of the cell with this id, or null if there is none. If a relation
// compares a cell with itself, returns an earlier repetition of the cell.
using Lookup = std::function<const CellRecord*(const std::string& cell)>;

// Returns the record of the uncompiled cell that is otherwise the same, or null if there is none.
const CellRecord* uncompiled_of(const matrix::PlannedCell& planned, const Lookup& lookup);

// Compares a cell that has passed so far with the partners of its relations. Does nothing for any
// other verdict. If a comparison fails, the verdict is wrong (class "relation"), and the sentence
// contains relation, partner, step, both values and the bound. If a partner has no numerical
// results, the verdict is skipped (class "reference failed").
//
// The first repetition of a cell satisfies a relation with itself, because there is no earlier
// repetition. If a neighbor's own verdict is wrong, a divergence from it is only noted, and the
// other relations decide. Adds all comparisons, except with such a neighbor, to `comparisons`. Sets
// `unjudged` for a pass that no relation judges.
void judge_relations(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup);

// Sets the costs of a compiled cell and of its uncompiled cell, if both have a steady step time
// (costs.h). If the cell has passed so far, applies the limits of the matrix. The verdict may
// become no_speedup, memory or compile_skew (class "limit").
void judge_costs(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup);

// Notes differences between the lines that a compiled cell and the uncompiled cell print. Does not
// change the verdict.
void note_printed(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup);

// Notes differences between the code that the ranks of a failed cell compiled
// (harness/health/differences.h).
void note_differences(CellRecord& record);

// Turns a failure that the matrix expects into xfail. Turns a pass into xpass if the matrix expects
// a failure (class "strict" if the pass fails the run). Turns a failure in quarantine into
// quarantined, up to and including the review date. The class of an xfail or quarantined cell is
// the replaced verdict, such as "crash: raised". Sets `unexpected`. `today` is an ISO date such as
// 2026-01-31.
void apply_expectations(CellRecord& record, const matrix::PlannedCell& planned,
                        std::string_view today);

// Returns the verdict that an expectation or a quarantine replaced, such as `wrong` for an xfail
// with wrong results.
Verdict verdict_before_expectations(const CellRecord& record);

}  // namespace gridlock::verdict
