// gridlock causes: finds axis values that the failing cells of a run share and that no passing cell
// has.
#include "matrix/causes/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/matrix_options.h"
#include "harness/report/causes.h"
#include "harness/text/path.h"
#include "harness/text/quantity.h"
#include "harness/training/causes_source.h"
#include "harness/training/informative_cells.h"
#include "harness/workspace/installation.h"
#include "harness/workspace/load_matrix.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;
using matrix::causes::Cause;
using matrix::causes::Explanation;
using matrix::causes::Observation;
using nlohmann::ordered_json;
using training::CausesSource;
using training::InformativeCell;
using Observations = std::vector<Observation>;

struct CausesArguments {
  std::string run;
  workspace::MatrixArguments matrix;
  int most_cells = 8;
  bool json = false;
  bool no_run = false;
};

workspace::MatrixArguments matrix_of(const CausesArguments& options, const CausesSource& source) {
  const bool is_kept = source.identity && fs::is_regular_file(source.identity->file);
  if (is_kept) return workspace::with_matrix_of(*source.identity, options.matrix);
  if (!options.matrix.file.empty()) return options.matrix;
  throw matrix::InputError(
      fmt::format("the matrix of {} is unknown{}: name the matrix with --matrix, or add --no-run",
                  text::shown_path(source.folder.root()),
                  source.identity ? " (" + source.identity->file + " is gone)" : ""));
}

// Trains more cells, and prints a line on standard error for each.
std::vector<InformativeCell> train_more(const CausesArguments& options, CausesSource& source) {
  return training::train_informative_cells(
      matrix_of(options, source), source, options.most_cells,
      [&](const InformativeCell& cell, std::size_t number) {
        fmt::print(stderr, "gridlock: cell {} of at most {}: {}{}: {}\n", number,
                   options.most_cells, cell.cell, cell.again ? " once more" : "", cell.verdict);
      });
}

std::string how_many(const std::vector<InformativeCell>& trained, int most) {
  if (trained.empty()) return "  no further cell would narrow the causes down";
  const bool all = std::ssize(trained) >= most;
  return fmt::format("  trained {} to confirm the causes{}",
                     text::count_of(trained.size(), "further cell"),
                     all ? "; --run N allows more" : "");
}

// Returns the command that minimizes the cell, or "" if the script of the cell was not written.
std::string minimize_command(const CausesSource& source, const std::string& cell) {
  for (const verdict::CellRecord& record : source.records) {
    if (record.cell != cell || record.evidence.empty()) continue;
    const fs::path script = fs::path(record.evidence) / "repro.py";
    if (!fs::exists(script)) continue;
    return fmt::format("{} minimize -n {} {}", workspace::program_name(), record.reports.size(),
                       workspace::typed_path(script));
  }
  return "";
}

ordered_json ids(const Observations& observations, const std::vector<std::size_t>& cells) {
  ordered_json json = ordered_json::array();
  for (const std::size_t cell : cells) json.push_back(observations[cell].cell.id);
  return json;
}

ordered_json cause_json(const CausesSource& source, const Observations& observations,
                        const Cause& cause) {
  ordered_json json = {
      {"cause", matrix::causes::text_of(cause.conjunction)},
      {"failures", ids(observations, cause.failures)},
      {"verdicts", report::verdicts_text(source.records, observations, cause.failures)},
      {"smallest_failing", observations[cause.failures.front()].cell.id},
      {"nearest_passing", nullptr},
      {"alternatives", ordered_json::array()},
      {"always", ordered_json::array()},
      {"passed_all_the_same", ids(observations, cause.passes)}};
  if (cause.nearest_pass >= 0) {
    json["nearest_passing"] = observations[static_cast<std::size_t>(cause.nearest_pass)].cell.id;
  }
  for (const auto& other : cause.alternatives) {
    json["alternatives"].push_back(matrix::causes::text_of(other));
  }
  for (const auto& condition : cause.always) json["always"].push_back(condition.text());
  const std::string command =
      minimize_command(source, observations[cause.failures.front()].cell.id);
  if (!command.empty()) json["minimize"] = command;
  return json;
}

void print_json(const CausesSource& source, const Observations& observations,
                const Explanation& explanation, const std::vector<InformativeCell>& trained) {
  ordered_json json = {{"run", source.folder.root().string()},
                       {"cells", observations.size()},
                       {"failures", std::ranges::count_if(observations, &Observation::failed)},
                       {"causes", ordered_json::array()},
                       {"unexplained", ids(observations, explanation.unexplained)},
                       {"trained", ordered_json::array()}};
  for (const Cause& cause : explanation.causes) {
    json["causes"].push_back(cause_json(source, observations, cause));
  }
  for (const InformativeCell& cell : trained) {
    json["trained"].push_back(
        {{"cell", cell.cell}, {"verdict", cell.verdict}, {"again", cell.again}});
  }
  std::cout << json.dump(2) << std::endl;
}

void print_text(const CausesArguments& options, const CausesSource& source,
                const Observations& observations, const Explanation& explanation,
                const std::vector<InformativeCell>& trained) {
  const auto failures = std::ranges::count_if(observations, &Observation::failed);
  std::string text = fmt::format("{}: {} of {} failed\n", text::shown_path(source.folder.root()),
                                 failures, text::count_of(observations.size(), "cell"));
  for (const report::Line& line : report::cause_lines(source.records, observations, explanation)) {
    text += line.render(report::kUncut, false) + "\n";
  }
  if (!options.no_run) text += how_many(trained, options.most_cells) + "\n";
  if (!explanation.causes.empty()) {
    const std::size_t smallest = explanation.causes.front().failures.front();
    const std::string command = minimize_command(source, observations[smallest].cell.id);
    if (!command.empty()) text += "  " + command + "\n";
  }
  std::cout << text << std::flush;
}

// Returns the reason why no cause can be found, or "" if one can.
std::string hopeless(const Observations& observations, bool no_run) {
  const auto failures = std::ranges::count_if(observations, &Observation::failed);
  if (observations.empty()) return "no cell is finished: nothing to explain";
  if (failures == 0) return "no failures: nothing to explain";
  if (failures == 1 && no_run) {
    return "only one failure, so there is nothing in common to find. Leave --no-run out to train "
           "a few more cells and find the values that the failure needs";
  }
  if (failures == std::ssize(observations) && no_run) {
    return fmt::format("all {} failed, so there is no passing cell to compare with",
                       text::count_of(observations.size(), "finished cell"));
  }
  return "";
}

int causes(const CausesArguments& options) {
  CausesSource source = training::find_causes_source(options.run);
  const std::string why = hopeless(report::observations_of(source.records), options.no_run);
  if (!why.empty() && !options.json) {
    std::cout << why << std::endl;
    return kExpected;
  }
  std::vector<InformativeCell> trained;
  if (why.empty() && !options.no_run) trained = train_more(options, source);
  const Observations observations = report::observations_of(source.records);
  const Explanation explanation = matrix::causes::explain(observations);
  if (options.json) {
    print_json(source, observations, explanation, trained);
  } else {
    print_text(options, source, observations, explanation, trained);
  }
  return kExpected;
}

}  // namespace

void add_causes(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand("causes",
                     "Find the axis values that only the failing cells of a run have\n\n"
                     "Trains a few more cells if the results allow several explanations.");
  auto options = std::make_shared<CausesArguments>();
  command
      .option(
          "source", options->run,
          "The folder of a run, its results.jsonl, or the name of a matrix (default: the newest "
          "run\nof all cells)")
      .type_name("RUN");
  command.option("--matrix", options->matrix.file, "The matrix (default: the matrix of the run)")
      .type_name("FILE");
  add_case_folders(command, options->matrix);
  command.option("--run", options->most_cells, "Train at most N cells")
      .type_name("N")
      .range(1, 1000)
      .show_default();
  command.flag("--no-run", options->no_run, "Explain the existing results and train no more cells");
  command.flag("--json", options->json, "Print one JSON object instead of text");
  command.action([options, &exit_code] { exit_code = causes(*options); });
}

}  // namespace gridlock::cli
