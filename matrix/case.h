// A case, as its folder's case.toml describes it: its name, defaults for its matrices, and axes and
// constraints of its own. A case in a sub-folder of cases/ is named with it: "faults/missing_rank".
// case_keys.cc has the keys; docs/matrix-keys.md is made of them.
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
