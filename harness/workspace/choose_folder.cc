#include "harness/workspace/choose_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/process/files.h"
#include "harness/run/resume.h"
#include "harness/run/runs.h"
#include "harness/text/path.h"
#include "harness/text/quantity.h"
#include "matrix/diagnostic.h"

namespace gridlock::workspace {

namespace {

namespace fs = std::filesystem;
using controller::RunFolder;

// Returns text about the results in the folder, so that the user can decide how to continue.
std::string contents(const RunFolder& folder) {
  const auto held = run::read_identity(folder);
  const auto lines = std::ranges::count(process::read_text(folder.results()), '\n');
  return fmt::format("{} of {}", text::count_of(static_cast<std::size_t>(lines), "result"),
                     held ? "matrix " + held->matrix : "an unknown matrix");
}

RunFolder folder_for_new_run(const std::string& out, const run::Identity& identity) {
  if (out.empty()) return run::Runs(identity.matrix).create(identity);
  RunFolder folder{fs::path(out)};
  if (!folder.has_results()) return folder;
  throw matrix::InputError(fmt::format(
      "--out: {} holds {} from an earlier run. Continue that run with --resume, choose another "
      "folder with --out, or remove the folder",
      out, contents(folder)));
}

RunFolder folder_to_resume(const std::string& out, const run::Identity& identity) {
  if (!out.empty()) {
    // The link `latest` is resolved now, because it may point to another folder before this run
    // ends.
    const RunFolder folder(fs::weakly_canonical(out));
    if (folder.is_run()) return folder;
    throw matrix::InputError(
        fmt::format("nothing to resume: {} holds no results.jsonl", folder.root().string()));
  }
  const run::Runs runs(identity.matrix);
  const auto newest = runs.newest([&](const run::Identity& held) {
    return held.select == identity.select && held.strength == identity.strength &&
           held.failures_of == identity.failures_of && held.causes_of == identity.causes_of;
  });
  if (newest) return newest->folder;
  throw matrix::InputError(fmt::format("nothing to resume: there is no run of {} in {}",
                                       identity.is_whole() ? "all cells" : "the selected cells",
                                       text::shown_path(runs.root())));
}

}  // namespace

controller::RunFolder choose_folder(const std::string& out, const matrix::Plan& plan,
                                    const run::Identity& identity, bool resume) {
  if (!resume) return folder_for_new_run(out, identity);
  RunFolder folder = folder_to_resume(out, identity);
  run::check_resumable(folder, plan, identity);
  return folder;
}

}  // namespace gridlock::workspace
