// The files and tables that docs/matrix-keys.md describes.
#include "matrix/keys.h"

namespace gridlock::matrix {
namespace {

constexpr const char* kAxesExample = R"([axes]
cp = [1, 4]
device = ["auto", { value = "cuda", needs = "gpu" }]
world_size = [4, { value = 8, rare = true }]
dynamic = { values = [false, true], when = "cp = 1" }
config.dynamo.recompile_limit = [8, 64]
env.NCCL_ALGO = ["Ring", "Tree"]
)";

constexpr const char* kAxisExample = R"([axes.heads]
doc = "attention heads"
type = "int"
values = [2, 4]
)";

}  // namespace

std::span<const KeyFile> key_files() {
  static const KeyTable kMatrixTables[] = {
      {"Top level", "The keys of the file itself, and its tables.", "", kMatrixKeys},
      {"[run]", "How each cell is trained.", "", kRunKeys},
      {"[axes]",
       "The values of axes. An axis that is not listed has its default. The first value is the "
       "base value. An axis of the case, an entry of torch's configuration (`config.…`) or an "
       "environment variable (`env.…`) is listed like a standard axis. An axis may be a table:",
       kAxesExample, kListingKeys},
      {"A value of an axis", "A value may be a table, too.", "", kListedValueKeys},
      {"[gpu]", "Replaces axes on a machine with GPUs: `[gpu.axes]`.", "", kGpuKeys},
      {"[[constraint]]", "Cells that are infeasible, with the reason.", "", kConstraintKeys},
      {"[[add]]", "A cell to add to those that the coverage selects.", "", kAddKeys},
      {"[[drop]]", "Cells to remove.", "", kDropKeys},
      {"[reference]", "The reference cells, with which other cells are compared.", "",
       kReferenceKeys},
      {"[[relation]]", "The losses and gradient norms of a cell agree with those of its partner.",
       "", kRelationKeys},
      {"rtol and atol", "A bound may be a table with a number for each series.", "", kBoundKeys},
      {"[[claim]]", "How a metric of the cells depends on one axis if all other axes are equal.",
       "", kClaimKeys},
      {"[[compile_limit]]",
       "For each limit, the last table that sets the limit for a cell applies.", "",
       kCompileLimitKeys},
      {"[[xfail]]", "Cells that are known to fail.", "", kXfailKeys},
      {"[[quarantine]]", "Cells whose failures do not count until a date has passed.", "",
       kQuarantineKeys},
  };
  static const KeyTable kCaseTables[] = {
      {"Top level of a case", "The keys of the file itself, and its tables.", "", kCaseFileKeys},
      {"[case]", "Defaults for matrices of the case.", "", kCaseKeys},
      {"[expect]", "The true verdict of the cells of a case with a planted fault.", "",
       kExpectKeys},
      {"[expect.gloo] and [expect.nccl]", "What is expected instead if ranks use this backend.", "",
       kExpectBackendKeys},
      {"[gpu] of a case", "Replaces cells on a machine with GPUs: `[gpu.cells]`.", "",
       kCaseGpuKeys},
  };
  static const KeyTable kAxisTables[] = {
      {"Top level of axes.toml", "Its tables.", "", kCatalogueKeys},
      {"[axes.NAME]", "One axis.", kAxisExample, kAxisKeys},
      {"A value in the list", "A value may be a table.", "", kAxisValueKeys},
  };
  static const KeyFile kFiles[] = {
      {"Matrix files", "A condition is an expression, as in `cp = 4 & compile != none`.",
       kMatrixTables},
      {"Cases",
       "A `case.toml`. `[[relation]]`, `[[constraint]]` and `[[compile_limit]]` have the keys "
       "that they have in a matrix file.",
       kCaseTables},
      {"Declarations of axes", "In `matrix/axes.toml` and in a `case.toml`.", kAxisTables},
  };
  return kFiles;
}

}  // namespace gridlock::matrix
