#include "harness/cli/failed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>
#include <vector>

#include "harness/report/results_log.h"
#include "harness/run/runs.h"
#include "harness/text/path.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

using run::Identity;
using run::KeptRun;

std::string typed(const run::Runs& runs) {
  return text::shown_path(runs.root());
}

// Returns the run whose failures the resumed run trains again.
KeptRun source_of(const run::Runs& runs, const std::string& out) {
  std::optional<Identity> resumed;
  if (!out.empty()) {
    resumed = run::read_identity(controller::RunFolder(out));
  } else if (const auto run = runs.newest(
                 [](const Identity& identity) { return !identity.failures_of.empty(); })) {
    resumed = run->identity;
  }
  if (!resumed || resumed->failures_of.empty()) {
    throw matrix::InputError(fmt::format("nothing to resume: there is no run with --failed in {}",
                                         out.empty() ? typed(runs) : out));
  }
  auto source = runs.named(resumed->failures_of);
  if (source) return *source;
  throw matrix::InputError(
      fmt::format("cannot resume: the run whose failures it trains is gone ({}/{})", typed(runs),
                  resumed->failures_of));
}

KeptRun newest_whole(const run::Runs& runs, const matrix::Matrix& matrix,
                     const std::string& strength) {
  if (auto run = runs.newest_whole(matrix.file, strength)) return *run;
  throw matrix::InputError(
      fmt::format("--failed: there is no run of all cells of {}{} in {}; name the folder of a run "
                  "by --out DIR",
                  text::shown_path(std::filesystem::absolute(matrix.file).lexically_normal()),
                  strength.empty() ? "" : " with --strength " + strength, typed(runs)));
}

// Returns the name for run.json by which a resumed run finds the run with the failures again.
std::string name_of(const KeptRun& source, const run::Runs& runs) {
  const std::filesystem::path& root = source.folder.root();
  return root.parent_path() == runs.root() ? source.name() : root.string();
}

KeptRun run_in(const std::string& out, const std::string& matrix) {
  const controller::RunFolder folder(std::filesystem::weakly_canonical(out));
  auto identity = run::read_identity(folder);
  if (identity && identity->matrix == matrix) return {folder, std::move(*identity)};
  throw matrix::InputError(
      fmt::format("--failed: {} holds a run of {}, not of {}", out,
                  identity ? "matrix " + identity->matrix : "an unknown matrix", matrix));
}

}  // namespace

Failures find_failures(const matrix::Matrix& matrix, const workspace::MatrixArguments& arguments,
                       const std::string& out, bool resume) {
  const run::Runs runs(matrix.name);
  const bool in_out = !resume && !out.empty() && controller::RunFolder(out).has_results();
  const KeptRun source = in_out   ? run_in(out, matrix.name)
                         : resume ? source_of(runs, out)
                                  : newest_whole(runs, matrix, arguments.strength);
  const auto records = report::read_results(source.folder.results());
  Failures failures{name_of(source, runs), source.identity.strength, 0, {}, in_out};
  std::set<std::string> finished;
  for (const verdict::CellRecord& record : records) {
    finished.insert(record.cell);
    if (record.unexpected) failures.cells.insert(record.cell);
  }
  failures.finished = finished.size();
  if (!finished.empty()) return failures;
  throw matrix::InputError(
      fmt::format("--failed: no cell of {}/{} is finished; continue that run with --resume",
                  typed(runs), source.name()));
}

std::string selection_of(const Failures& failures, const std::string& select) {
  std::vector<std::string> cells;
  for (const std::string& cell : failures.cells) cells.push_back(fmt::format("id~\"{}\"", cell));
  std::string all = fmt::format("{}", fmt::join(cells, " | "));
  return select.empty() ? all : fmt::format("({}) & ({})", select, all);
}

std::string nothing_failed(const Failures& failures) {
  const bool one = failures.finished == 1;
  return fmt::format(
      "nothing to train: {} of {} {} as expected",
      one ? "the one finished cell" : fmt::format("all {} finished cells", failures.finished),
      failures.run, one ? "was" : "were");
}

}  // namespace gridlock::cli
