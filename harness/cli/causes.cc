// gridlock causes: finds axis values that the failing cells of a run share and that no passing cell
// has.
#include "matrix/causes/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/arguments/command.h"
#include "harness/cli/causes_source.h"
#include "harness/cli/command.h"
#include "harness/cli/extra_cells.h"
#include "harness/cli/settings.h"
#include "harness/report/causes.h"
#include "harness/text/path.h"
#include "harness/text/quantity.h"
#include "matrix/causes/neighbors.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;
using matrix::causes::Cause;
using matrix::causes::Explanation;
using matrix::causes::Observation;
using nlohmann::ordered_json;
using Observations = std::vector<Observation>;

struct CausesArguments {
  std::string run;
  MatrixArguments matrix;
  int most_cells = 8;
  bool json = false;
  bool no_run = false;
};

struct ExtraCell {
  std::string cell;
  std::string verdict;
};

MatrixArguments matrix_of(const CausesArguments& options, const CausesSource& source) {
  const bool is_kept = source.identity && fs::is_regular_file(source.identity->file);
  if (is_kept) return with_matrix_of(*source.identity, options.matrix);
  if (!options.matrix.file.empty()) return options.matrix;
  throw matrix::InputError(
      fmt::format("the matrix of {} is not known{}: name it by --matrix, or add --no-run",
                  text::shown_path(source.folder.root()),
                  source.identity ? " (" + source.identity->file + " is gone)" : ""));
}

// Trains the most informative cell, again and again, until the results distinguish all possible
// causes.
std::vector<ExtraCell> train_more(const CausesArguments& options, CausesSource& source) {
  const MatrixArguments arguments = matrix_of(options, source);
  const volatile std::sig_atomic_t& stop = stop_on_signals();
  ExtraCells extra(arguments, source.runs, source.key, [&] { return stop != 0; });
  std::vector<ExtraCell> trained;
  std::set<std::string> tried;
  while (std::ssize(tried) < options.most_cells) {
    const Observations known = report::observations_of(source.records);
    auto open = matrix::causes::neighbors_of_failures(extra.matrix(), extra.machine(), known);
    std::erase_if(open, [&](const matrix::Cell& cell) { return tried.contains(cell.id); });
    const std::ptrdiff_t choice = matrix::causes::most_informative(known, open);
    if (choice < 0) break;
    const matrix::Cell& cell = open[static_cast<std::size_t>(choice)];
    tried.insert(cell.id);
    const auto record = extra.train(cell);
    if (stop != 0) throw Interrupted{};
    if (!record) continue;
    trained.push_back({cell.id, verdict::verdict_text(*record)});
    fmt::print(stderr, "gridlock: cell {} of at most {}: {}: {}\n", trained.size(),
               options.most_cells, cell.id, trained.back().verdict);
    source.records.push_back(*record);
  }
  return trained;
}

std::string how_many(const std::vector<ExtraCell>& trained, int most) {
  if (trained.empty()) return "  no further cell would tell more";
  const bool all = std::ssize(trained) >= most;
  return fmt::format("  {} trained to make sure{}", text::count_of(trained.size(), "further cell"),
                     all ? "; --run N allows more" : "");
}

// Returns the command that minimizes the cell, or "" if the script of the cell was not written.
std::string minimize_command(const CausesSource& source, const std::string& cell) {
  for (const verdict::CellRecord& record : source.records) {
    if (record.cell != cell || record.evidence.empty()) continue;
    const fs::path script = fs::path(record.evidence) / "repro.py";
    if (!fs::exists(script)) continue;
    return fmt::format("{} minimize -n {} {}", program_name(), record.reports.size(),
                       typed_path(script));
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
      {"passed_all_the_same", ids(observations, cause.passes)}};
  if (cause.nearest_pass >= 0) {
    json["nearest_passing"] = observations[static_cast<std::size_t>(cause.nearest_pass)].cell.id;
  }
  for (const auto& other : cause.alternatives) {
    json["alternatives"].push_back(matrix::causes::text_of(other));
  }
  const std::string command =
      minimize_command(source, observations[cause.failures.front()].cell.id);
  if (!command.empty()) json["minimize"] = command;
  return json;
}

void print_json(const CausesSource& source, const Observations& observations,
                const Explanation& explanation, const std::vector<ExtraCell>& trained) {
  ordered_json json = {{"run", source.folder.root().string()},
                       {"cells", observations.size()},
                       {"failures", std::ranges::count(observations, true, &Observation::failed)},
                       {"causes", ordered_json::array()},
                       {"unexplained", ids(observations, explanation.unexplained)},
                       {"trained", ordered_json::array()}};
  for (const Cause& cause : explanation.causes) {
    json["causes"].push_back(cause_json(source, observations, cause));
  }
  for (const ExtraCell& cell : trained) {
    json["trained"].push_back({{"cell", cell.cell}, {"verdict", cell.verdict}});
  }
  std::cout << json.dump(2) << std::endl;
}

void print_text(const CausesArguments& options, const CausesSource& source,
                const Observations& observations, const Explanation& explanation,
                const std::vector<ExtraCell>& trained) {
  const auto failures = std::ranges::count(observations, true, &Observation::failed);
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
  const auto failures = std::ranges::count(observations, true, &Observation::failed);
  if (observations.empty()) return "no cell is finished: nothing to explain";
  if (failures == 0) return "no failures: nothing to explain";
  if (failures == 1 && no_run) {
    return "one failure, which has no cause in common with others; without --no-run a few more "
           "cells are trained to find what it needs";
  }
  if (failures == std::ssize(observations) && no_run) {
    return fmt::format("all {} failed: there is no passing cell to compare them with",
                       text::count_of(observations.size(), "finished cell"));
  }
  return "";
}

int causes(const CausesArguments& options) {
  CausesSource source = find_causes_source(options.run);
  const std::string why = hopeless(report::observations_of(source.records), options.no_run);
  if (!why.empty() && !options.json) {
    std::cout << why << std::endl;
    return kExpected;
  }
  std::vector<ExtraCell> trained;
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
  const arguments::Command command = app.subcommand(
      "causes",
      "Find the values that the failing cells of a run have in common, and no passing cell has\n\n"
      "Trains a few more cells where the results leave several explanations.");
  auto options = std::make_shared<CausesArguments>();
  command
      .option(
          "source", options->run,
          "The folder of a run, its results.jsonl, or the name of a matrix (default: the newest "
          "run\nof all cells)")
      .type_name("RUN");
  command.option("--matrix", options->matrix.file, "The matrix (default: that of the run)")
      .type_name("FILE");
  add_case_folders(command, options->matrix);
  command.option("--run", options->most_cells, "Train at most N cells")
      .type_name("N")
      .range(1, 1000)
      .show_default();
  command.flag("--no-run", options->no_run, "Explain the results as they are, and train nothing");
  command.flag("--json", options->json, "Print one JSON object instead");
  command.action([options, &exit_code] { exit_code = causes(*options); });
}

}  // namespace gridlock::cli
