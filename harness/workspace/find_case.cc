#include "harness/workspace/find_case.h"

#include <algorithm>
#include <filesystem>

#include "harness/verdict/verdict.h"
#include "harness/workspace/installation.h"
#include "matrix/case.h"
#include "matrix/trial.h"

namespace gridlock::workspace {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> places(const std::vector<std::string>& case_folders) {
  std::vector<fs::path> all(case_folders.begin(), case_folders.end());
  all.push_back(installation().root / "cases");
  return all;
}

}  // namespace

std::optional<matrix::Matrix> matrix_of_case(const std::string& what,
                                             const std::vector<std::string>& case_folders) {
  std::string name = what;
  std::vector<fs::path> folders = places(case_folders);
  if (fs::exists(fs::path(what) / "case.toml")) {
    const fs::path folder = fs::canonical(what);
    name = folder.filename();
    folders = {folder.parent_path()};
  }
  if (std::ranges::count(matrix::case_names(folders), name) == 0) return std::nullopt;
  return matrix::load_trial(name, folders, verdict::names()).matrix;
}

std::vector<std::string> known_cases(const std::vector<std::string>& case_folders) {
  return matrix::case_names(places(case_folders));
}

}  // namespace gridlock::workspace
