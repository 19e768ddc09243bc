// What every command that takes a matrix shares: its arguments, and finding the files they mean.
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
  std::vector<std::string> case_folders;  // --cases: looked at before the installation's own
  std::string strength;                   // "", "1" … "6", "all"
  std::string select;
};

// FILE, --cases, --strength and --select.
void add_matrix_arguments(const arguments::Command& command, MatrixArguments& arguments);
// FILE and --cases, for a command that names a cell.
void add_matrix_of_cell(const arguments::Command& command, MatrixArguments& arguments);
// --cases alone.
void add_case_folders(const arguments::Command& command, MatrixArguments& arguments);

// The file that `name` means: itself where it is a file, else ROOT/matrix/NAME.toml; "" is default.
// Throws matrix::InputError with the nearest name.
std::filesystem::path find_matrix(const std::string& name, const std::filesystem::path& root);

// Cases are looked up in --cases, then, for a matrix in the folder of a case, beside that, then in
// the installation. Throws matrix::InputError for anything wrong with the file, its case or the
// folders.
matrix::Matrix load_matrix(const MatrixArguments& arguments);
matrix::Matrix load_matrix(const MatrixArguments& arguments, const std::filesystem::path& root);

// The file and case folders of a run, absolute: what its run.json keeps.
void note_matrix(run::Identity& identity, const MatrixArguments& arguments,
                 const matrix::Matrix& matrix);
// What the arguments leave open is as in the run.
MatrixArguments with_matrix_of(const run::Identity& identity, MatrixArguments arguments);

matrix::PlanOptions plan_options(const MatrixArguments& arguments);

// As a POSIX shell reads it back.
std::string shell_word(const std::string& text);

// A path as it would be typed here: relative below the working directory, quoted where a shell
// needs it.
std::string typed_path(const std::filesystem::path& path);

// The command that runs this matrix again, as it would be typed here; " --select …" may follow.
std::string rerun_command(const MatrixArguments& arguments, const matrix::Matrix& matrix);

// The command that looks for causes in the results of this run.
std::string causes_command(const MatrixArguments& arguments, const std::filesystem::path& run);

// "pairs of values" for 2, "combinations" for 0, …
std::string tuples_name(int strength);

}  // namespace gridlock::cli
