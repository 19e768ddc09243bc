// The keys of a case file, and the keys of an axis in axes.toml and in a case file.
#include "matrix/keys.h"

namespace gridlock::matrix {
namespace {

constexpr Key kCaseFileRows[] = {
    {"name", "text", "required", "the name of the folder"},
    {"description", "text", "required", "one line"},
    {"case", "table", "", "defaults for matrices of the case"},
    {"axes", "tables", "", "axes of the case; `model(cell)` in `case.py` reads their values"},
    {"constraint", "tables", "", "cells that the case cannot train"},
    {"cells", "table", "",
     "the axes of the cells that `gridlock selftest` trains, as in a matrix file; each value is "
     "in at least one cell"},
    {"gpu", "table", "", "cells that replace `[cells]` on machines with GPUs"},
    {"relation", "tables", "", "relations that `gridlock selftest` checks"},
    {"compile_limit", "tables", "", "limits on torch.compile that `gridlock selftest` checks"},
    {"expect", "table", "every cell passes", "the verdict that `gridlock selftest` must reach"},
};

constexpr Key kCaseRows[] = {
    {"steps", "integer", "3", "how many steps a cell trains"},
    {"deadline_seconds", "number", "120", "a cell is stopped after this time without progress"},
    {"compile_deadline_seconds", "number", "5 × deadline_seconds",
     "as deadline_seconds, but for the time in which a rank of the cell compiles"},
    {"packages", "list of texts", "",
     "the Python packages that the case imports, besides torch; if one is missing, the cells are "
     "skipped"},
};

constexpr Key kCaseGpuRows[] = {
    {"cells", "table", "",
     "axes that replace those of `[cells]`; without `world_size`, cells have one rank per GPU, and "
     "are skipped if `[cells]` needs more ranks"},
};

constexpr Key kExpectRows[] = {
    {"when", "condition", "every cell",
     "the cells in which the fault occurs; other cells must pass"},
    {"verdict", "verdict", "required", "the true verdict, which is never `timeout`"},
    {"class", "text", "any", "the class of the verdict"},
    {"ranks", "text, or list", "required, unless the verdict is \"pass\" or `at` is given",
     "the ranks at fault: \"faulty\" (the cell's `faulty_rank`), \"others\" (all ranks but "
     "`faulty_rank`) or \"all\"; or a list with rank numbers, \"faulty\", \"next\" and "
     "\"previous\" (the ranks after and before `faulty_rank`) or \"peer\" (the other rank of its "
     "pair)"},
    {"at", "text", "anywhere",
     "only for wrong numbers: the first tensor that differs, as in \"forward: loss in step 1\"; "
     "`ranks` are then the ranks that hold the tensor's wrong elements"},
    {"gloo", "table", "", "`[expect.gloo]`: what is expected instead if ranks use gloo"},
    {"nccl", "table", "", "`[expect.nccl]`: what is expected instead if ranks use NCCL"},
};

constexpr Key kExpectBackendRows[] = {
    {"verdict", "verdict", "required", "as in `[expect]`"},
    {"class", "text", "any", "as in `[expect]`"},
    {"ranks", "text, or list", "required, unless the verdict is \"pass\" or `at` is given",
     "as in `[expect]`"},
    {"at", "text", "anywhere", "as in `[expect]`"},
};

constexpr Key kCatalogueRows[] = {
    {"axes", "tables", "", "the standard axes, in the order in which ids and reports show them"},
    {"constraint", "tables", "", "cells that no case can train"},
};

constexpr Key kAxisRows[] = {
    {"doc", "text", "required", "what the axis does, in one line"},
    {"type", "\"word\", \"int\", \"bool\" or \"float\"", "required", "the type of its values"},
    {"values", "list", "",
     "the values of the axis; without this key, any positive integer or any float"},
    {"default", "value", "the first value, or false",
     "the value in matrices that do not list the axis; required without `values`"},
    {"when", "condition", "every cell",
     "the axis applies only to cells for which the condition holds; the condition may use the "
     "axes above this one"},
    {"cost", "table, or \"value\"", "1",
     "the relative time of a cell with a value, from 1 to 1000: `{ inductor = 5 }`. For an int, "
     "\"value\" means the value itself. The cost of a cell is the product of its values' costs; "
     "gridlock prefers cheap cells"},
    {"id", "text", "the name and the value",
     "the axis's part of a cell's id: {} stands for the value; for a bool, a word that stands for "
     "true (ids omit false). A leading `-` joins the part to the one before"},
    {"words", "table of texts", "",
     "words that replace single values in ids: `{ none = \"uncompiled\" }`"},
    {"omit_default", "boolean", "false", "true: ids omit the axis if it has its default"},
    {"optional", "boolean", "false", "true: the axis exists only in matrices that list it"},
};

constexpr Key kAxisValueRows[] = {
    {"value", "value", "required", "the value itself"},
    {"needs", "\"gpu\" or \"gpus:N\"", "",
     "what a machine must have to train cells with the value"},
};

}  // namespace

const Keys kCaseFileKeys = kCaseFileRows;
const Keys kCaseKeys = kCaseRows;
const Keys kCaseGpuKeys = kCaseGpuRows;
const Keys kExpectKeys = kExpectRows;
const Keys kExpectBackendKeys = kExpectBackendRows;
const Keys kCatalogueKeys = kCatalogueRows;
const Keys kAxisKeys = kAxisRows;
const Keys kAxisValueKeys = kAxisValueRows;

}  // namespace gridlock::matrix
