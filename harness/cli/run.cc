// gridlock run: train the cells of a matrix and say what happened to each.
#include "harness/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/load_matrix.h"
#include "harness/cli/settings.h"
#include "harness/controller/capacity.h"
#include "harness/controller/controller.h"
#include "harness/report/reporters.h"
#include "matrix/planner.h"

namespace gridlock::cli {
namespace {

struct RunArguments {
  MatrixArguments matrix;
  std::string tier = "fork";
  std::string jobs = "auto";
  int repeat = 1;
  double deadline_seconds = 0;  // 0 = the matrix's own
  std::string out;
  bool resume = false;
  int max_failures = 0;  // 0 = no limit
  bool exit_first = false;
  double budget_seconds = 0;  // the same
  bool stream = false;
  bool keep_logs = false;
  bool no_probe = false;
  std::string json;
  std::string junit;
  std::string launcher = "local";
  int agents = 2;
};

int number_of_jobs(const std::string& jobs) {
  return jobs == "auto" ? 0 : std::stoi(jobs);
}

std::vector<std::string> launcher_names() {
  std::vector<std::string> names;
  for (const auto& row : controller::launchers()) names.emplace_back(row.name);
  return names;
}

controller::RunOptions training_options(const RunArguments& options, const matrix::Matrix& matrix,
                                        const controller::MachineFacts& machine) {
  controller::RunOptions result;
  result.tier = options.tier;
  result.jobs = number_of_jobs(options.jobs);
  result.repeat = options.repeat;
  result.probe = !options.no_probe;
  result.stream = options.stream;
  result.keep_logs = options.keep_logs;
  result.rerun_command = rerun_command(options.matrix, matrix);
  result.machine = machine;
  result.launch = launch_options(options.launcher, options.agents);
  return result;
}

std::unique_ptr<report::Reporter> make_reporters(const RunArguments& options, report::Sink& sink) {
  auto all = std::make_unique<report::Broadcast>();
  all->add(report::make_reporter(report::reporter_for(sink), {&sink, {}}));
  if (!options.json.empty()) all->add(report::make_reporter("jsonl", {nullptr, options.json}));
  if (!options.junit.empty()) all->add(report::make_reporter("junit", {nullptr, options.junit}));
  return all;
}

int exit_code_of(const report::RunSummary& summary) {
  if (summary.end == report::End::kInterrupted) return kInterrupted;
  const bool failed = std::ranges::any_of(summary.records, &verdict::CellRecord::unexpected);
  if (failed) return kUnexpected;
  return summary.end == report::End::kCompleted ? kExpected : kInterrupted;
}

int run(const RunArguments& options) {
  const controller::MachineFacts machine = controller::inspect_machine();
  const matrix::Matrix matrix = load_matrix(options.matrix);
  matrix::Plan plan = matrix::plan(matrix, {machine.gpus}, plan_options(options.matrix));
  // Of the memory of other hosts nothing is known.
  if (options.launcher == "local") controller::skip_what_cannot_fit(plan, machine, options.tier);
  if (options.deadline_seconds > 0) {
    for (auto& planned : plan.cells) planned.recipe.deadline_seconds = options.deadline_seconds;
  }
  const volatile std::sig_atomic_t& stop = stop_on_signals();
  const run::Options settings = {
      .training = training_options(options, matrix, machine),
      .folder = choose_folder(options.out, plan.matrix_name, options.resume),
      .resume = options.resume,
      .limits = {options.exit_first ? 1 : options.max_failures, options.budget_seconds},
      .interrupted = [&] { return stop != 0; }};
  report::FdSink sink(STDOUT_FILENO);
  return exit_code_of(run::run(plan, settings, *make_reporters(options, sink)));
}

}  // namespace

void add_run(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand("run", "Train the cells of a matrix on real ranks");
  auto options = std::make_shared<RunArguments>();
  add_matrix_arguments(command, options->matrix);
  command
      .option("--tier", options->tier,
              "fork: a fresh process per cell, forked from one that has torch loaded;\n"
              "warm: ranks stay alive between cells (fastest);\n"
              "cold: a fresh interpreter and fresh caches per cell (slowest)")
      .one_of({"fork", "warm", "cold"})
      .show_default();
  command.option("--jobs", options->jobs, "Cells to run at a time: a number, or auto")
      .one_of_or_range({"auto"}, 1, 1024)
      .show_default();
  command
      .option("--repeat", options->repeat,
              "Train each cell this many times and compare the results bit for bit")
      .range(1, 1000)
      .show_default();
  command
      .option("--deadline", options->deadline_seconds,
              "Stop a cell that makes no progress for this many seconds (default: from the matrix)")
      .positive();
  command.option("--out", options->out, "Folder of the run (runs/NAME of the matrix)");
  command.flag("--resume", options->resume, "Go on with the interrupted run in that folder");
  command
      .option("--maxfail", options->max_failures,
              "Stop after so many cells that were not as expected")
      .range(1, 1000000);
  command.flag("-x,--exitfirst", options->exit_first, "The same as --maxfail 1");
  command
      .option("--budget", options->budget_seconds, "Stop after so many seconds, whatever is left")
      .type_name("SECONDS")
      .positive();
  command.flag("-s,--stream", options->stream, "Show what ranks print, as they print it");
  command.flag("--keep-logs", options->keep_logs,
               "Keep what ranks print in the evidence folder, even of cells that pass");
  command.flag("--no-probe", options->no_probe,
               "Do not record collectives: a hang then ends at its deadline without a proof");
  command.option("--json", options->json,
                 "Also write each cell's record to this file (JSON lines)");
  command.option("--junit", options->junit, "Write JUnit XML to this file");
  command.option("--launcher", options->launcher, "How to start the agents")
      .one_of(launcher_names())
      .show_default();
  command.option("--agents", options->agents, "Number of agents that mpirun starts")
      .range(1, 4096)
      .show_default();
  command.action([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace gridlock::cli
