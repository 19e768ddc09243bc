// The keys of a matrix file.
#include "matrix/keys.h"

namespace gridlock::matrix {
namespace {

constexpr Key kMatrixRows[] = {
    {"case", "text", "required",
     "the case that the ranks train: the name of a folder in one of the case folders"},
    {"description", "text", "", "a description of one line, which `gridlock list` prints"},
    {"strength", "integer, or \"all\"", "required",
     "N from 1 to 6: every feasible combination of N values is in some cell; \"all\": every "
     "feasible combination of all axes is a cell"},
    {"seed", "integer", "0",
     "seed of the random choices; the same file with the same seed gives the same cells"},
    {"run", "table", "", "how each cell is trained"},
    {"axes", "table", "", "the values of the axes; required unless the file has `[[add]]`"},
    {"gpu", "table", "", "axis values that apply only on machines with GPUs"},
    {"constraint", "tables", "", "cells that are infeasible, with the reason"},
    {"add", "tables", "", "cells to add to those that the coverage selects"},
    {"drop", "tables", "", "cells to leave out"},
    {"reference", "table", "", "the reference cells, with which other cells are compared"},
    {"relation", "tables", "", "cells whose numbers must agree"},
    {"standard_relations", "boolean", "true",
     "false turns off the relations of `matrix/relations.toml`"},
    {"claim", "tables", "", "claims about how a metric of cells depends on an axis"},
    {"compile_limit", "tables", "", "limits on what torch.compile does in a cell"},
    {"xfail", "tables", "", "cells that are known to fail"},
    {"quarantine", "tables", "", "cells whose failures do not count until a date"},
};

constexpr Key kRunRows[] = {
    {"steps", "integer", "the case's, else 3", "how many steps each cell trains, 1 to 1000000"},
    {"deadline_seconds", "number", "the case's, else 120",
     "a cell is stopped after this time without progress"},
    {"compile_deadline_seconds", "number", "the case's, else 5 × deadline_seconds",
     "as deadline_seconds, but for the time in which a rank of the cell compiles"},
    {"likely_seconds", "number", "10",
     "a cell is stopped after this time in a deadlock that is likely but not proved"},
    {"desync_seconds", "number", "5",
     "a cell is stopped after this time if the calls of its ranks do not match and all ranks wait"},
    {"activations", "boolean", "false",
     "ranks also report digests of the outputs of the layers; relations with `exact` compare "
     "them, too"},
    {"compile_options", "table", "",
     "`torch.compile(options=…)` of all cells whose backend is inductor; the other settings of "
     "torch.compile are axes"},
};

constexpr Key kListingRows[] = {
    {"values", "list", "required", "the values of the axis"},
    {"when", "condition", "",
     "the axis varies only in cells for which the condition holds; other cells have its default"},
};

constexpr Key kListedValueRows[] = {
    {"value", "value of the axis", "required", "the value itself"},
    {"needs", "\"gpu\" or \"gpus:N\"", "the `needs` of the axis",
     "cells with this value are skipped on a machine without a GPU, or with fewer than N GPUs"},
    {"rare", "boolean", "false", "true: the value is in as few cells as the coverage allows"},
};

constexpr Key kGpuRows[] = {
    {"axes", "table", "",
     "values as in `[axes]`; \"gpus\" as a value of an integer axis means how many GPUs the "
     "machine has"},
};

constexpr Key kConstraintRows[] = {
    {"forbid", "condition", "required", "cells for which the condition holds are infeasible"},
    {"reason", "text", "required",
     "why these cells are infeasible; reports show the reason with each cell"},
};

constexpr Key kAddRows[] = {
    {"axes", "table of values", "required",
     "the values of the cell to add; other axes have their base value (the first that is listed)"},
};

constexpr Key kDropRows[] = {
    {"select", "condition", "required", "cells to remove from those that the coverage selects"},
};

constexpr Key kReferenceRows[] = {
    {"reset", "list of axes", "",
     "reference cells have the base values of these axes, in addition to the `set` of the "
     "relation"},
};

constexpr Key kRelationRows[] = {
    {"name", "text", "required",
     "the name in reports; a relation with the name of a standard relation replaces it"},
    {"set", "table of values", "required, except with repeat",
     "the values in which the partner differs from the cell; not required in a relation that "
     "replaces a standard relation of the same name"},
    {"select", "condition", "every cell", "the cells that are compared"},
    {"exact", "boolean", "the value of repeat",
     "true: losses, gradients, parameters and optimizer state must agree bit for bit"},
    {"repeat", "boolean", "false", "true: each cell is trained twice and compared with itself"},
    {"tier", "\"fork\", \"warm\" or \"cold\"", "the tier of the run",
     "with `repeat`: the tier of the second training"},
    {"rtol", "number, or table", "measured, else by precision",
     "the allowed relative difference; a table sets it for each series"},
    {"atol", "number, or table", "measured, else by precision",
     "the allowed absolute difference, which is added to the relative one"},
};

constexpr Key kBoundRows[] = {
    {"loss", "number", "measured, else by precision", "the bound of the losses"},
    {"grad_norm", "number", "measured, else by precision", "the bound of the gradient norms"},
};

constexpr Key kClaimRows[] = {
    {"name", "text", "required", "the name in reports"},
    {"metric", "text", "required", "the metric that the claim is about"},
    {"over", "axis", "required", "the axis on which the metric depends"},
    {"along", "list of axes", "", "axes that vary together with `over`"},
    {"law", "text, or number", "required",
     "\"flat\", \"linear\", \"quadratic\" or an exponent: the metric grows no faster than that, "
     "over at least 4 sizes; \"equal\", \"rises\" or \"falls\": how the metric changes, in the "
     "order of the axis's values"},
    {"factor", "number", "2 for times, 1.5 for compile_cpu_seconds, 1.1 for memory, 1 for counts",
     "the factor by which noise may exceed the law, 1 or more; required for `loss` and "
     "`grad_norm`"},
    {"select", "condition", "every cell", "the cells that decide the claim"},
    {"issue", "link", "", "the issue that reports that the claim does not hold"},
};

constexpr Key kCompileLimitRows[] = {
    {"breaks", "integer", "",
     "at most this many graph breaks on a rank; breaks at the same place count once"},
    {"recompiles", "integer", "", "at most this many recompiles of one function"},
    {"speedup", "number", "",
     "steady steps must be at least this many times as fast as those of the uncompiled cell, "
     "which is also trained"},
    {"memory", "number", "",
     "the peak memory may be at most this many times that of the uncompiled cell"},
    {"compile_memory_mib", "number", "", "at most this much memory on a rank while it compiles"},
    {"skew_seconds", "number", "", "a rank may compile at most this much longer than another rank"},
    {"growth", "number", "3",
     "a compile is a `compile_blowup` if it takes more than this many times the time that smaller "
     "cells predict, and over 15 s longer than that time; a cell that is larger than a cell with a "
     "`compile_blowup` gets this verdict, too"},
    {"select", "condition", "every cell", "the cells to which the limits apply"},
    {"breaks_at", "list of texts", "",
     "graph breaks that `breaks` does not count: a kind (`fsdp`, `ddp`, `data`, `logging`, "
     "`collective`, `other`), a file (`case.py`) or a function (`case.py:forward`)"},
};

constexpr Key kXfailRows[] = {
    {"select", "condition", "required", "the cells"},
    {"issue", "link", "required", "the issue that reports the failure"},
    {"verdict", "verdict",
     "any failure, except one of a broken program (SyntaxError, NameError, "
     "…)",
     "the expected verdict"},
    {"strict", "boolean", "false", "true: a cell that passes fails the run"},
};

constexpr Key kQuarantineRows[] = {
    {"select", "condition", "required", "the cells"},
    {"owner", "text", "required", "who is responsible for the failure"},
    {"review_by", "date", "required", "the last day on which failures do not count"},
    {"reason", "text", "required", "why the failures do not count"},
};

constexpr Key kRelationsFileRows[] = {
    {"relation", "tables", "", "the standard relations"},
};

}  // namespace

const Keys kMatrixKeys = kMatrixRows;
const Keys kRunKeys = kRunRows;
const Keys kListingKeys = kListingRows;
const Keys kListedValueKeys = kListedValueRows;
const Keys kGpuKeys = kGpuRows;
const Keys kConstraintKeys = kConstraintRows;
const Keys kAddKeys = kAddRows;
const Keys kDropKeys = kDropRows;
const Keys kReferenceKeys = kReferenceRows;
const Keys kRelationKeys = kRelationRows;
const Keys kBoundKeys = kBoundRows;
const Keys kClaimKeys = kClaimRows;
const Keys kCompileLimitKeys = kCompileLimitRows;
const Keys kXfailKeys = kXfailRows;
const Keys kQuarantineKeys = kQuarantineRows;
const Keys kRelationsFileKeys = kRelationsFileRows;

std::vector<std::string> names_of(Keys keys) {
  std::vector<std::string> names;
  for (const Key& key : keys) names.emplace_back(key.name);
  return names;
}

}  // namespace gridlock::matrix
