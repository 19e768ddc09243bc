// clang-format off
// A case, as its folder's case.toml describes it:
//
//   name = "dense"                  required; the name of the folder. A case in a sub-folder of
//                                   cases/ is named with it: "faults/missing_rank"
//   description = "a Llama-like …"  required; one line
//
//   [case]                          optional: defaults for a matrix of this case
//   steps = 3                       training steps
//   deadline_seconds = 120          a cell without progress for this long is stopped,
//   compile_deadline_seconds = 600  while one of its ranks compiles, for this long
//   packages = ["transformers"]     Python packages that it imports, besides torch; if the ranks'
//                                   Python lacks one, its cells are skipped
//
//   [axes.heads]                    optional: further axes, written like those in matrix/axes.toml;
//   doc = "attention heads"         `model(cell)` in case.py finds their values in the cell
//   type = "int"
//   values = [2, 4]
//
//   [[constraint]]                  optional: cells that this case cannot train, and why
//   forbid = "world_size > 8 * cp"
//   reason = "…"
//
//   [cells], [[relation]], [expect] optional: the expected verdict of the harness (trial.h)
//
// Any other key is an error.
// clang-format on
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "matrix/schema.h"

namespace gridlock::matrix {

struct Case {
  std::string description;
  std::filesystem::path folder;  // holds case.toml and case.py
  Schema schema;                 // schema.case_name is the case's name
  std::optional<std::int64_t> steps;
  std::optional<double> deadline_seconds;
  std::optional<double> compile_deadline_seconds;
  std::vector<std::string> packages;
};

// Reads FOLDER/case.toml. `name` is the case's name; "" = the folder's. Throws InputError.
Case load_case(const std::filesystem::path& folder, const std::string& name = "");

// Returns the cases of these folders and of their sub-folders, sorted: "dense",
// "faults/missing_rank".
std::vector<std::string> case_names(const std::vector<std::filesystem::path>& folders);

// Returns the case `name` from the first of `folders` (each a folder of cases) that has it. `place`
// is the position of the name in the input, for the error that suggests the nearest case.
Case find_case(const std::string& name, const std::vector<std::filesystem::path>& folders,
               const FilePosition& place);

}  // namespace gridlock::matrix
