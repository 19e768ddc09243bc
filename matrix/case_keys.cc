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
     "the cells that `gridlock selftest` trains, as `[axes]` of a matrix file; each value is in at "
     "least one"},
    {"gpu", "table", "", "other cells on machines with GPUs"},
    {"relation", "tables", "", "the cells to compare with in `gridlock selftest`"},
    {"compile_limit", "tables", "", "limits on torch.compile in `gridlock selftest`"},
    {"expect", "table", "every cell passes", "the verdict that `gridlock selftest` must reach"},
};

constexpr Key kCaseRows[] = {
    {"steps", "integer", "3", "training steps"},
    {"deadline_seconds", "number", "120", "a cell that makes no progress for so long is stopped"},
    {"compile_deadline_seconds", "number", "5 × deadline_seconds",
     "the deadline while one of the cell's ranks compiles"},
    {"packages", "list of texts", "",
     "the Python packages that the case imports, besides torch; its cells are skipped if one is "
     "missing"},
};

constexpr Key kCaseGpuRows[] = {
    {"cells", "table", "",
     "replaces axes of `[cells]`; `world_size` is the number of GPUs, if that is at least the "
     "smallest of `[cells]`"},
};

constexpr Key kExpectRows[] = {
    {"when", "condition", "every cell", "the cells in which the fault shows; the others pass"},
    {"verdict", "verdict", "required", "the truth, so never `timeout`"},
    {"class", "text", "any", "the class of the verdict"},
    {"ranks", "text, or list", "required, except for \"pass\" or with at",
     "the ranks at fault: \"faulty\" (the cell's `faulty_rank`), \"others\", \"all\"; or a list of "
     "numbers, \"faulty\", its neighbors \"next\" and \"previous\", and its \"peer\" in pairs of "
     "ranks"},
    {"at", "text", "anywhere",
     "of wrong numbers: the first tensor that differs, \"forward: loss in step 1\"; `ranks` then "
     "hold its wrong elements"},
    {"gloo", "table", "", "what is expected with gloo instead: `[expect.gloo]`"},
    {"nccl", "table", "", "what is expected with NCCL instead: `[expect.nccl]`"},
};

constexpr Key kExpectBackendRows[] = {
    {"verdict", "verdict", "required", "as in `[expect]`"},
    {"class", "text", "any", "as in `[expect]`"},
    {"ranks", "text, or list", "required, except for \"pass\" or with at", "as in `[expect]`"},
    {"at", "text", "anywhere", "as in `[expect]`"},
};

constexpr Key kCatalogueRows[] = {
    {"axes", "tables", "", "the standard axes, in the order in which ids and reports show them"},
    {"constraint", "tables", "", "cells that no case can train"},
};

constexpr Key kAxisRows[] = {
    {"doc", "text", "required", "what the axis does, in one line"},
    {"type", "\"word\", \"int\", \"bool\" or \"float\"", "required", "the type of its values"},
    {"values", "list", "", "its values; without it, any positive integer or any float"},
    {"default", "value", "the first value, or false",
     "its value in matrices that do not list it; required without `values`"},
    {"when", "condition", "every cell",
     "the axis applies only to cells for which it holds; it may name the axes above"},
    {"cost", "table, or \"value\"", "1",
     "the relative time of a cell with a value, `{ inductor = 5 }`, 1 to 1000; for an int, "
     "\"value\" "
     "is the value itself. Costs of axes multiply; of equally good cells, cheap ones are chosen"},
    {"id", "text", "the name and the value",
     "its part of a cell's id: {} is the value; for a bool, the word that stands for true (false "
     "is "
     "left out). A leading `-` joins it to the part before"},
    {"words", "table of texts", "",
     "its words in ids for single values: `{ none = \"uncompiled\" }`"},
    {"omit_default", "boolean", "false", "ids do not mention the axis at its default"},
    {"optional", "boolean", "false",
     "cells of a matrix that does not list the axis do not have it"},
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
