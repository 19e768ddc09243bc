#include "harness/cli/try_case.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/command.h"
#include "harness/cli/settings.h"
#include "harness/controller/machine.h"
#include "harness/controller/specification.h"
#include "harness/process/search.h"
#include "harness/process/spawn.h"
#include "harness/verdict/verdict.h"
#include "matrix/case.h"
#include "matrix/trial.h"

namespace gridlock::cli {
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

bool try_case(const matrix::Plan& plan) {
  protocol::RankSpec spec = controller::rank_spec(plan.cells.front(), 0);
  if (controller::inspect_machine().gpus > 0) spec.device = "cuda";
  const controller::LaunchOptions launch = launch_options();
  process::Program program;
  program.arguments = {launch.python, "-m", "gridlock.train.trying",
                       protocol::to_json(spec).dump()};
  program.environment["PYTHONPATH"] = process::prepended(launch.package.string(), "PYTHONPATH");
  program.dies_with_parent = true;
  return process::run(std::move(program)) == 0;
}

}  // namespace gridlock::cli
