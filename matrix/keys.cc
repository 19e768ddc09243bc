// The keys of a matrix file.
#include "matrix/keys.h"

namespace gridlock::matrix {
namespace {

constexpr Key kMatrixRows[] = {
    {"case", "text", "required",
     "the case that the ranks train: a folder of one of the case folders"},
    {"description", "text", "", "one line, which `gridlock list` prints"},
    {"strength", "integer, or \"all\"", "required",
     "1 to 6: every feasible combination of so many values is in some cell; \"all\": every "
     "feasible "
     "combination of all axes is a cell"},
    {"seed", "integer", "0", "equal files with equal seeds give equal plans"},
    {"run", "table", "", "how each cell is trained"},
    {"axes", "table", "", "the values of the axes; a file without it needs `[[add]]`"},
    {"gpu", "table", "", "other axes on machines with GPUs"},
    {"constraint", "tables", "", "unwanted cells"},
    {"add", "tables", "", "further cells"},
    {"drop", "tables", "", "cells to leave out"},
    {"reference", "table", "", "the cells that others are compared with"},
    {"relation", "tables", "", "cells whose numbers must agree"},
    {"standard_relations", "boolean", "true",
     "false leaves out the relations of `matrix/relations.toml`"},
    {"claim", "tables", "", "how numbers of the cells depend on an axis"},
    {"compile_limit", "tables", "", "limits on what torch.compile does in a cell"},
    {"xfail", "tables", "", "cells that are known to fail"},
    {"quarantine", "tables", "", "cells whose failures do not count for some time"},
};

constexpr Key kRunRows[] = {
    {"steps", "integer", "the case's, else 3", "training steps of each cell, 1 to 1000000"},
    {"deadline_seconds", "number", "the case's, else 120",
     "a cell that makes no progress for so long is stopped"},
    {"compile_deadline_seconds", "number", "the case's, else 5 × deadline_seconds",
     "the deadline while one of the cell's ranks compiles"},
    {"likely_seconds", "number", "10",
     "a cell is stopped after so long in a deadlock that is likely but not proved"},
    {"desync_seconds", "number", "5",
     "a cell is stopped after so long if the calls of its ranks do not match and all ranks wait"},
    {"activations", "boolean", "false",
     "ranks also report digests of the outputs of the layers, which are compared wherever numbers "
     "are compared bit for bit"},
    {"compile_options", "table", "",
     "`torch.compile(options=…)` of all cells whose backend is inductor; the other settings of "
     "torch.compile are axes"},
};

constexpr Key kListingRows[] = {
    {"values", "list", "required", "the values, as without the table"},
    {"when", "condition", "", "cells for which it does not hold keep the axis at its default"},
};

constexpr Key kListedValueRows[] = {
    {"value", "value of the axis", "required", "the value itself"},
    {"needs", "\"gpu\" or \"gpus:N\"", "that of the axis",
     "cells with the value are skipped on a machine without a GPU, or with fewer than N"},
    {"rare", "boolean", "false", "the value is in as few cells as coverage allows"},
};

constexpr Key kGpuRows[] = {
    {"axes", "table", "",
     "as `[axes]`; \"gpus\" as a value of an integer axis is the number of GPUs of the machine"},
};

constexpr Key kConstraintRows[] = {
    {"forbid", "condition", "required", "cells for which it holds are infeasible"},
    {"reason", "text", "required", "why; shown with each such cell"},
};

constexpr Key kAddRows[] = {
    {"axes", "table of values", "required",
     "one more cell; axes left out have their base value, the first that is listed"},
};

constexpr Key kDropRows[] = {
    {"select", "condition", "required", "these cells of the covering array are left out"},
};

constexpr Key kReferenceRows[] = {
    {"reset", "list of axes", "",
     "reference cells have the base values of these axes, in addition to the `set` of the "
     "relation"},
};

constexpr Key kRelationRows[] = {
    {"name", "text", "required",
     "shown in reports; a relation with the name of a standard one replaces it"},
    {"set", "table of values", "required, except with repeat",
     "the partner is the cell with these values instead; a standard relation need not repeat it"},
    {"select", "condition", "every cell", "only these cells are compared"},
    {"exact", "boolean", "the value of repeat",
     "the numbers agree bit for bit, with gradients, parameters and optimizer state"},
    {"repeat", "boolean", "false", "each cell is trained twice and compared with itself"},
    {"tier", "\"fork\", \"warm\" or \"cold\"", "that of the run",
     "with `repeat`: the tier of the second training"},
    {"rtol", "number, or table", "measured, else by precision",
     "the relative difference that is allowed; a table gives it by series"},
    {"atol", "number, or table", "measured, else by precision",
     "the absolute difference that is allowed in addition"},
};

constexpr Key kBoundRows[] = {
    {"loss", "number", "measured, else by precision", "the bound of the losses"},
    {"grad_norm", "number", "measured, else by precision", "the bound of the gradient norms"},
};

constexpr Key kClaimRows[] = {
    {"name", "text", "required", "shown in reports"},
    {"metric", "text", "required", "the number of a cell that the claim is about"},
    {"over", "axis", "required", "the axis that the number depends on"},
    {"along", "list of axes", "", "axes that vary together with it"},
    {"law", "text, or number", "required",
     "the number grows no faster than \"flat\", \"linear\", \"quadratic\" or an exponent, over at "
     "least 4 sizes; or it is \"equal\", \"rises\" or \"falls\", in the order of the axis"},
    {"factor", "number", "2 for times, 1.5 for compile_cpu_seconds, 1.1 for memory, 1 for counts",
     "the margin for noise beyond the law, 1 or more; required for `loss` and `grad_norm`"},
    {"select", "condition", "every cell", "only these cells decide"},
    {"issue", "link", "", "the claim is known to be broken"},
};

constexpr Key kCompileLimitRows[] = {
    {"breaks", "integer", "", "the most graph breaks of a rank, at different places"},
    {"recompiles", "integer", "", "the most recompiles of one function"},
    {"speedup", "number", "",
     "the least ratio of the speed of steady steps to that of the same cell uncompiled, which is "
     "trained, too"},
    {"memory", "number", "", "the largest ratio of the peak memory to that of the cell uncompiled"},
    {"compile_memory_mib", "number", "", "the most memory of a rank while it compiles"},
    {"skew_seconds", "number", "", "how much longer a rank may compile than another one"},
    {"growth", "number", "3",
     "a compile is a `compile_blowup` after so many times what smaller cells predict, and 15 s "
     "more; so is that of a cell larger than one with a `compile_blowup`"},
    {"select", "condition", "every cell", "the cells that the limits are for"},
    {"breaks_at", "list of texts", "",
     "graph breaks that `breaks` does not count: a kind (`fsdp`, `ddp`, `data`, `logging`, "
     "`collective`, `other`) or a place (`case.py`, `case.py:forward`)"},
};

constexpr Key kXfailRows[] = {
    {"select", "condition", "required", "the cells"},
    {"issue", "link", "required", "where the failure is reported"},
    {"verdict", "verdict", "any failure but that of a broken program", "the expected verdict"},
    {"strict", "boolean", "false", "true: a cell that passes fails the run"},
};

constexpr Key kQuarantineRows[] = {
    {"select", "condition", "required", "the cells"},
    {"owner", "text", "required", "who looks after it"},
    {"review_by", "date", "required", "failures count again after this day"},
    {"reason", "text", "required", "why"},
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
