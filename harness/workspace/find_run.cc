#include "harness/workspace/find_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <vector>

#include "harness/run/runs.h"
#include "harness/text/names.h"
#include "matrix/diagnostic.h"

namespace gridlock::workspace {
namespace {

namespace fs = std::filesystem;
using run::KeptRun;
using run::Runs;

constexpr const char* kRuns = "runs";

std::optional<fs::path> newest_whole_run() {
  std::optional<KeptRun> newest;
  for (const std::string& matrix : run::matrices_with_runs()) {
    auto run = Runs(matrix).newest(&run::Identity::is_whole);
    if (run && (!newest || run->identity.began > newest->identity.began)) newest = std::move(run);
  }
  return newest ? std::optional(newest->folder.root()) : std::nullopt;
}

[[noreturn]] void refuse_run(const std::string& name) {
  std::vector<std::string> known = run::matrices_with_runs();
  for (const std::string& matrix : run::matrices_with_runs()) {
    for (const KeptRun& run : Runs(matrix).all()) known.push_back(run.name());
  }
  throw matrix::InputError(fmt::format(
      "no run '{}': it is neither a folder with results, nor a matrix file with a run, nor "
      "the name of a matrix or run below {}/{}",
      name, kRuns, text::did_you_mean(name, known)));
}

fs::path find_folder(const std::string& name) {
  if (name.empty()) {
    if (const auto newest = newest_whole_run()) return *newest;
    throw matrix::InputError(fmt::format("there is no run of all cells below {}/", kRuns));
  }
  const fs::path path = name;
  if (path.filename() == "results.jsonl" && fs::is_regular_file(path)) return path.parent_path();
  std::vector<fs::path> places = {path, fs::path(kRuns) / path / "latest", fs::path(kRuns) / path};
  for (const std::string& matrix : run::matrices_with_runs())
    places.push_back(fs::path(kRuns) / matrix / path);
  if (path.extension() == ".toml") {
    if (const auto run = Runs(path.stem()).newest_whole(path)) places.push_back(run->folder.root());
  }
  for (const fs::path& place : places) {
    if (controller::RunFolder(place).is_run()) return place;
  }
  refuse_run(name);
}

}  // namespace

controller::RunFolder find_run(const std::string& name) {
  return controller::RunFolder(fs::canonical(find_folder(name)));
}

}  // namespace gridlock::workspace
