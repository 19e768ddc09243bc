// The arguments of every command that takes a matrix, and the lookup of the files they name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "matrix/matrix.h"
#include "matrix/planner.h"

namespace gridlock::arguments {
class Command;
}
namespace gridlock::run {
struct Identity;
}

namespace gridlock::cli {

struct MatrixArguments {
  std::string file;                       // a path, the name of a shipped matrix, or "": default
  std::vector<std::string> case_folders;  // --cases: searched before the installation's own
  std::string strength;                   // "", "1" … "6", "all"
  std::string select;
};

// Adds FILE, --cases, --strength and --select.
void add_matrix_arguments(const arguments::Command& command, MatrixArguments& arguments);
// Adds FILE and --cases, for a command that names a cell.
void add_matrix_of_cell(const arguments::Command& command, MatrixArguments& arguments);
// Adds --cases alone.
void add_case_folders(const arguments::Command& command, MatrixArguments& arguments);

// Returns `name` if it is a file, else ROOT/matrix/NAME.toml; "" is default. Throws
// matrix::InputError with the nearest name.
std::filesystem::path find_matrix(const std::string& name, const std::filesystem::path& root);

// Looks cases up in --cases, then beside the matrix's folder if that is the folder of a case, then
// in the installation. Throws matrix::InputError for any mistake in the file, its case or the
// folders.
matrix::Matrix load_matrix(const MatrixArguments& arguments);
matrix::Matrix load_matrix(const MatrixArguments& arguments, const std::filesystem::path& root);

// Stores the absolute paths of the file and case folders in the run's identity, for run.json.
void note_matrix(run::Identity& identity, const MatrixArguments& arguments,
                 const matrix::Matrix& matrix);
// Fills in from the run what the arguments leave open.
MatrixArguments with_matrix_of(const run::Identity& identity, MatrixArguments arguments);

matrix::PlanOptions plan_options(const MatrixArguments& arguments);

// Quotes the text for a POSIX shell if it needs quotes.
std::string shell_word(const std::string& text);

// Returns the path as a user would type it here: relative below the working directory, quoted if a
// shell needs quotes.
std::string typed_path(const std::filesystem::path& path);

// Returns the command that runs this matrix again from here; " --select …" may follow.
std::string rerun_command(const MatrixArguments& arguments, const matrix::Matrix& matrix);

// Returns the command that looks for causes in the results of this run.
std::string causes_command(const MatrixArguments& arguments, const std::filesystem::path& run);

// Returns "pairs of values" for 2, "combinations" for 0, …
std::string tuples_name(int strength);

}  // namespace gridlock::cli
