#include "harness/workspace/load_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/run/identity.h"
#include "harness/text/names.h"
#include "harness/text/path.h"
#include "harness/text/shell_word.h"
#include "harness/verdict/verdict.h"
#include "harness/workspace/installation.h"

namespace gridlock::workspace {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> matrices_in(const fs::path& folder) {
  std::vector<std::string> paths;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, none)) {
    const fs::path name = entry.path().filename();
    if (name.extension() == ".toml" && name != "case.toml") paths.push_back(folder / name);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> shipped_matrices(const fs::path& root) {
  std::vector<std::string> names;
  for (const fs::path path : matrices_in(root / "matrix")) {
    const bool catalogue = path.stem() == "axes" || path.stem() == "relations";
    if (!catalogue) names.push_back(path.stem().string());
  }
  return names;
}

// Returns a hint at a matrix that the user may have meant: one inside the folder `name`, one beside
// the file `name`, or a shipped one.
std::string hint_for(const std::string& name, const std::vector<std::string>& shipped) {
  const fs::path path = name;
  const std::vector<std::string> inside = matrices_in(path);
  if (!inside.empty()) return fmt::format(" (did you mean '{}'?)", inside.front());
  std::vector<std::string> known = matrices_in(path.parent_path());
  known.insert(known.end(), shipped.begin(), shipped.end());
  const std::string hint = text::did_you_mean(name, known);
  return hint.empty() ? text::did_you_mean(path.stem().string(), shipped) : hint;
}

}  // namespace

std::string typed_path(const fs::path& path) {
  return text::shell_word(text::shown_path(path));
}

fs::path find_matrix(const std::string& name, const fs::path& root) {
  if (name.empty()) return root / "matrix" / "default.toml";
  if (fs::is_regular_file(name)) return name;
  const fs::path shipped = root / "matrix" / (name + ".toml");
  if (name.find('/') == std::string::npos && fs::is_regular_file(shipped)) return shipped;
  const auto names = shipped_matrices(root);
  const bool is_cell =
      name.find('/') != std::string::npos && !name.ends_with(".toml") && !fs::exists(name);
  throw matrix::InputError(
      fmt::format("no matrix '{}': there is no such file, and gridlock's matrices are {}{}", name,
                  text::listed(names),
                  is_cell ? fmt::format("; to train one of its cells, add --select '{}'", name)
                          : hint_for(name, names)));
}

matrix::Matrix load_matrix(const MatrixArguments& arguments, const fs::path& root) {
  std::vector<fs::path> folders;
  for (const std::string& folder : arguments.case_folders) {
    if (!fs::is_directory(folder)) {
      throw matrix::InputError(fmt::format("--cases: there is no folder '{}'", folder));
    }
    folders.push_back(fs::absolute(folder));
  }
  const fs::path file = find_matrix(arguments.file, root);
  const fs::path beside = fs::absolute(file).lexically_normal().parent_path();
  if (fs::is_regular_file(beside / "case.toml")) folders.push_back(beside.parent_path());
  folders.push_back(root / "cases");
  return matrix::load(file, folders, verdict::names());
}

matrix::Matrix load_matrix(const MatrixArguments& arguments) {
  return load_matrix(arguments, installation().root);
}

void note_matrix(run::Identity& identity, const MatrixArguments& arguments,
                 const matrix::Matrix& matrix) {
  identity.file = fs::absolute(matrix.file).lexically_normal();
  for (const std::string& folder : arguments.case_folders)
    identity.case_folders.push_back(fs::absolute(folder).lexically_normal());
}

MatrixArguments with_matrix_of(const run::Identity& identity, MatrixArguments arguments) {
  if (arguments.file.empty()) arguments.file = identity.file;
  if (arguments.case_folders.empty()) {
    std::ranges::copy_if(identity.case_folders, std::back_inserter(arguments.case_folders),
                         [](const fs::path& folder) { return fs::is_directory(folder); });
  }
  return arguments;
}

matrix::PlanOptions plan_options(const MatrixArguments& arguments) {
  matrix::PlanOptions options;
  options.select = arguments.select;
  if (arguments.strength == "all") options.strength = 0;
  if (!arguments.strength.empty() && arguments.strength != "all") {
    options.strength = std::stoi(arguments.strength);
  }
  return options;
}

namespace {

std::string with_case_folders(std::string command, const MatrixArguments& arguments) {
  for (const std::string& folder : arguments.case_folders)
    command += " --cases " + text::shell_word(folder);
  return command;
}

}  // namespace

std::string rerun_command(const MatrixArguments& arguments, const matrix::Matrix& matrix) {
  std::string command =
      with_case_folders(program_name() + " run " + typed_path(matrix.file), arguments);
  if (!arguments.strength.empty()) command += " --strength " + arguments.strength;
  return command;
}

std::string causes_command(const MatrixArguments& arguments, const std::filesystem::path& run) {
  return with_case_folders(program_name() + " causes " + typed_path(run), arguments);
}

std::string tuples_name(int strength) {
  if (strength == 0) return "combinations";
  if (strength == 1) return "values";
  if (strength == 2) return "pairs of values";
  if (strength == 3) return "triples of values";
  return fmt::format("{}-tuples of values", strength);
}

}  // namespace gridlock::workspace
