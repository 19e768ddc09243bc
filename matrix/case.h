// A case, as described by case.toml in the case's folder: a name, defaults for matrices of the
// case, and additional axes and constraints. The name of a case in a sub-folder of cases/ includes
// the sub-folder, as in "faults/missing_rank". case_keys.cc defines the keys of case.toml;
// docs/matrix-keys.md is generated from case_keys.cc.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "matrix/recipe.h"
#include "matrix/schema.h"

namespace gridlock::matrix {

struct Case {
  std::string description;
  std::filesystem::path folder;  // contains case.toml and case.py
  Schema schema;                 // schema.case_name is the case's name
  Recipe recipe;
  std::vector<std::string> packages;
};

// Reads FOLDER/case.toml. `name` is the case's name; if `name` is empty, the case gets the folder's
// name. Throws InputError.
Case load_case(const std::filesystem::path& folder, const std::string& name = "");

// Returns the sorted names of the cases in these folders and their sub-folders, such as "dense" and
// "faults/missing_rank".
std::vector<std::string> case_names(const std::vector<std::filesystem::path>& folders);

// Returns the case `name` from the first of `folders` that contains the case. Each folder is a
// folder of cases. `place` is the position of the name in the input, for the error that suggests
// the nearest case.
Case find_case(const std::string& name, const std::vector<std::filesystem::path>& folders,
               const FilePosition& place);

}  // namespace gridlock::matrix
