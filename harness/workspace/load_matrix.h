// The arguments of all commands that take a matrix, and the search for the files that these
// arguments name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "matrix/matrix.h"
#include "matrix/planner.h"

namespace gridlock::run {
struct Identity;
}

namespace gridlock::workspace {

struct MatrixArguments {
  std::string file;                       // a path, the name of a shipped matrix, or "": default
  std::vector<std::string> case_folders;  // values of --cases; searched before the installation's
  std::string strength;                   // "", "1" … "6", "all"
  std::string select;
};

// Returns `name` if it is a file, and ROOT/matrix/NAME.toml otherwise. "" means "default". Throws
// matrix::InputError, which suggests the nearest name, if neither exists.
std::filesystem::path find_matrix(const std::string& name, const std::filesystem::path& root);

// Loads the matrix. Looks for its case in --cases, then in the parent of the matrix's folder if
// that folder is a case, then in the installation. Throws matrix::InputError for any mistake in the
// file, its case or the folders.
matrix::Matrix load_matrix(const MatrixArguments& arguments);
matrix::Matrix load_matrix(const MatrixArguments& arguments, const std::filesystem::path& root);

// Stores the absolute paths of the file and of the case folders in the identity of the run, for
// run.json.
void note_matrix(run::Identity& identity, const MatrixArguments& arguments,
                 const matrix::Matrix& matrix);
// Returns `arguments`. Arguments that the user did not set are those of the run with `identity`.
MatrixArguments with_matrix_of(const run::Identity& identity, MatrixArguments arguments);

matrix::PlanOptions plan_options(const MatrixArguments& arguments);

// Returns the path as a user would type it: relative if it is below the working folder, and quoted
// if the shell needs it.
std::string typed_path(const std::filesystem::path& path);

// Returns the command that runs this matrix again from the working folder. Callers may append "
// --select …".
std::string rerun_command(const MatrixArguments& arguments, const matrix::Matrix& matrix);

// Returns the command that looks for causes in the results of this run.
std::string causes_command(const MatrixArguments& arguments, const std::filesystem::path& run);

// Returns the name of the tuples that a strength covers, such as "pairs of values" for 2 and
// "combinations" for 0.
std::string tuples_name(int strength);

}  // namespace gridlock::workspace
