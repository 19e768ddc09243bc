#include "bench/minimize_end_to_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/seconds.h"
#include "harness/controller/run_folder.h"
#include "harness/process/files.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"
#include "harness/report/results_log.h"
#include "harness/workspace/installation.h"
#include "minimizer/ranks/minimization.h"
#include "minimizer/tasks/minimize_task.h"
#include "minimizer/tasks/programs.h"

namespace gridlock::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFaultsInDense = "minimizer/testing/cells/dense_faults/matrix.toml";
constexpr const char* kTwoFiles = "minimizer/tests/scripts/two_files/train.py";

constexpr int kShort = 60;  // line count of a short script

// The failure to minimize, as arguments of `gridlock minimize`.
struct Subject {
  std::string name;
  int ranks = 0;  // number of ranks, for a script
  std::vector<std::string> words;
  std::string control = {};
  bool is_hanging_cell = false;
};

// Trains all cells into `folder` and returns the failing ones.
std::vector<Subject> failing_cells(const fs::path& folder) {
  const workspace::Installation& here = workspace::installation();
  process::Program program;
  program.arguments = {here.binaries / "gridlock", "run", here.root / kFaultsInDense, "--out",
                       folder};
  process::run(std::move(program));
  const controller::RunFolder run(folder);
  if (!run.has_results())
    throw std::runtime_error("gridlock run did not train the cells with planted faults");
  std::vector<Subject> cells;
  for (const verdict::CellRecord& record : report::read_results(run.results())) {
    if (!record.unexpected || record.role == "reference") continue;
    cells.push_back({"cell " + verdict::word_of(record, "fault"), 0, {folder / record.cell}});
    cells.back().is_hanging_cell = record.verdict == verdict::Verdict::kDeadlock;
  }
  return cells;
}

std::vector<Subject> failing_scripts() {
  const std::string script = workspace::installation().root / kTwoFiles;
  return {{"script hang", 2, {script, "--mistake", "hang"}},
          {"script crash", 2, {script, "--mistake", "crash"}},
          {"script wrong", 2, {script, "--mistake", "wrong"}, "--reference"}};
}

minimizer::Minimized minimize(const minimizer::MinimizeTask& task,
                              const minimizer::Programs& programs, EndToEndRow& row) {
  minimizer::Listener listener;
  listener.on_measuring = [] {};
  listener.on_measured = [&](const minimizer::Measured&, int lines) {
    row.from_lines = lines;
    return true;
  };
  listener.on_progress = [&](const minimizer::Progress& now) {
    if (row.asked_until_short == 0 && now.lines < kShort)
      row.asked_until_short = now.statistics.asked;
  };
  listener.on_verifying = [](const minimizer::Result&) {};
  listener.on_verification_run = [](int, int) {};
  listener.on_going_back = [](const minimizer::WentBack&) {};
  return minimizer::minimize_script(task.request, programs, listener, {});
}

EndToEndRow row_of(const Subject& subject) {
  const process::TemporaryFolder folder("minimized");
  const auto began = std::chrono::steady_clock::now();
  EndToEndRow row;
  row.name = subject.name;
  row.is_hanging_cell = subject.is_hanging_cell;
  minimizer::MinimizeArguments options;
  options.command = "minimize";
  options.out = folder.path() / "result";
  options.ranks = subject.ranks;
  options.control = subject.control;
  const minimizer::MinimizeTask task = minimizer::minimize_task(options, subject.words);
  row.from_ranks = task.request.launch.ranks;
  const auto minimized =
      minimize(task, minimizer::find_programs(workspace::installation().python), row);
  row.seconds = seconds_since(began);
  if (!minimized.measured.signature) {
    row.error = "the script passes";
    return row;
  }
  row.failure = headline(*minimized.measured.signature);
  row.verified = minimized.outcome == minimizer::Outcome::kMinimized;
  row.ranks = minimized.best.launch.ranks;
  row.lines = minimizer::line_count(minimized.best);
  row.repro_lines = minimizer::line_count({process::read_text(minimized.repro), {}});
  row.asked = minimized.result.statistics.asked;
  row.search_seconds = minimized.result.seconds;
  return row;
}

void print_heading() {
  fmt::print("\n{:<16} {:>12} {:>6} {:>7} {:>9} {:>7} {:>7}\n", "end to end", "lines", "repro",
             "ranks", "questions", "search", "seconds");
}

void print_row(const EndToEndRow& row) {
  if (!row.error.empty()) {
    fmt::print("{:<16} NOT minimized: {}\n", row.name, row.error);
  } else {
    fmt::print("{:<16} {:>12} {:>6} {:>7} {:>9} {:>7.0f} {:>7.0f}  {}{}\n", row.name,
               fmt::format("{} → {}", row.from_lines, row.lines), row.repro_lines,
               fmt::format("{} → {}", row.from_ranks, row.ranks),
               fmt::format("{}, {}", row.asked_until_short, row.asked), row.search_seconds,
               row.seconds, row.verified ? "" : "NOT verified: ", row.failure);
  }
  std::fflush(stdout);
}

void print_json(const EndToEndRow& row) {
  const nlohmann::ordered_json line = {{"name", row.name},
                                       {"failure", row.failure},
                                       {"error", row.error},
                                       {"verified", row.verified},
                                       {"ranks", row.ranks},
                                       {"from_lines", row.from_lines},
                                       {"lines", row.lines},
                                       {"repro_lines", row.repro_lines},
                                       {"asked_until_short", row.asked_until_short},
                                       {"asked", row.asked},
                                       {"search_seconds", row.search_seconds},
                                       {"seconds", row.seconds}};
  fmt::print("{}\n", line.dump());
  std::fflush(stdout);
}

}  // namespace

std::vector<EndToEndRow> measure_end_to_end(const std::vector<std::string>& only, bool json) {
  const process::TemporaryFolder folder("cells");
  std::vector<Subject> subjects = failing_cells(folder.path() / "run");
  std::ranges::move(failing_scripts(), std::back_inserter(subjects));
  std::vector<EndToEndRow> rows;
  if (!json) print_heading();
  for (const Subject& subject : subjects) {
    if (!only.empty() && std::ranges::count(only, subject.name) == 0) continue;
    rows.push_back(row_of(subject));
    json ? print_json(rows.back()) : print_row(rows.back());
  }
  return rows;
}

std::vector<Target> end_to_end_targets(const std::vector<EndToEndRow>& rows) {
  std::vector<double> lines, asked, seconds_of_hangs;  // measurements of cells
  double failures = 0;
  for (const EndToEndRow& row : rows) {
    failures += !row.verified;
    if (!row.error.empty()) continue;
    if (!row.name.starts_with("cell")) continue;
    lines.push_back(row.repro_lines);
    asked.push_back(row.asked_until_short > 0 ? row.asked_until_short : row.asked);
    if (row.is_hanging_cell) seconds_of_hangs.push_back(row.seconds);
  }
  std::vector<Target> targets = {{"end to end: scripts that are not verified", 0, failures}};
  if (!lines.empty()) {
    targets.push_back({"end to end: lines of repro.py of a cell (most)", 60, greatest_of(lines)});
    targets.push_back(
        {"end to end: questions until fewer than 60 lines (most)", 150, greatest_of(asked)});
  }
  if (!seconds_of_hangs.empty()) {
    targets.push_back({"end to end: seconds from a hanging cell to its verified script", 300,
                       greatest_of(seconds_of_hangs)});
  }
  return targets;
}

}  // namespace gridlock::bench
