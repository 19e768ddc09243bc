// gridlock run: trains the cells of a matrix and reports the result of each cell.
#include "harness/run/run.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/debugger_terminal.h"
#include "harness/cli/failed.h"
#include "harness/cli/output_paths.h"
#include "harness/cli/run_arguments.h"
#include "harness/controller/controller.h"
#include "harness/page/html_reporter.h"
#include "harness/report/reporters.h"
#include "harness/run/resume.h"
#include "harness/workspace/cannot_run.h"
#include "harness/workspace/choose_folder.h"
#include "harness/workspace/launch.h"
#include "harness/workspace/load_matrix.h"
#include "harness/workspace/signals.h"
#include "matrix/planner.h"

namespace gridlock::cli {
namespace {

int number_of_jobs(const std::string& jobs) {
  return jobs == "auto" ? 0 : std::stoi(jobs);
}

controller::TrainingOptions training_options(const RunArguments& options,
                                             const matrix::Matrix& matrix,
                                             const controller::MachineFacts& machine) {
  controller::TrainingOptions result = options.training;
  result.jobs = options.pdb ? 1 : number_of_jobs(options.jobs);
  result.probe = !options.no_probe;
  result.torch_trace = options.torch_trace == "always";
  result.terminal = debugger_terminal(options);
  result.rerun_command = workspace::rerun_command(options.matrix, matrix);
  result.machine = machine;
  result.launch = workspace::launch_options(options.launcher, options.agents);
  return result;
}

std::unique_ptr<report::Reporter> make_reporters(const RunArguments& options, report::Sink& sink) {
  auto all = std::make_unique<report::Broadcast>();
  // With --pdb, the live table would overwrite the debugger.
  all->add(report::make_reporter(options.pdb ? "plain" : report::reporter_for(sink), {&sink, {}}));
  if (!options.json.empty()) all->add(report::make_reporter("jsonl", {nullptr, options.json}));
  if (!options.junit.empty()) all->add(report::make_reporter("junit", {nullptr, options.junit}));
  if (!options.html.empty()) all->add(std::make_unique<page::HtmlReporter>(options.html));
  return all;
}

int exit_code_of(const report::RunSummary& summary) {
  if (summary.end == report::End::kInterrupted) return kInterrupted;
  const bool failed = std::ranges::any_of(summary.records, &verdict::CellRecord::unexpected);
  if (failed || std::ranges::any_of(summary.claims, &verdict::ClaimFinding::is_unexpected))
    return kUnexpected;
  if (summary.nothing_ran()) return kEnvironment;
  return summary.end == report::End::kCompleted ? kExpected : kInterrupted;
}

run::Identity identity_of(const RunArguments& options, const matrix::Matrix& matrix,
                          const matrix::Plan& plan, const Failures& failures) {
  run::Identity identity = run::identity_of(plan);
  workspace::note_matrix(identity, options.matrix, matrix);
  identity.strength = options.matrix.strength;
  identity.select = options.matrix.select;
  identity.failures_of = failures.run;
  return identity;
}

int train(const RunArguments& options, const matrix::Matrix& matrix, const Failures& failures) {
  const controller::MachineFacts machine = controller::inspect_machine();
  matrix::PlanOptions planning = workspace::plan_options(options.matrix);
  if (options.failed) planning.select = selection_of(failures, options.matrix.select);
  matrix::Plan plan = matrix::plan(matrix, {machine.gpus}, planning);
  // Only the local machine can be checked, because other hosts may have other memory and packages.
  if (options.launcher == "local")
    workspace::skip_what_cannot_run(plan, machine, options.training.tier);
  if (options.deadline_seconds > 0) {
    for (auto& planned : plan.cells) planned.recipe.deadline_seconds = options.deadline_seconds;
  }
  const run::Identity identity = identity_of(options, matrix, plan, failures);
  // A debugger decides what Ctrl-C means.
  const workspace::Stopping stopping(options.pdb ? "" : "stopping the cells, writing the report");
  const controller::RunFolder folder =
      workspace::choose_folder(options.out, plan, identity, options.resume);
  if (options.resume && !options.despite_edits) run::check_unedited(folder, identity);
  const run::RunOptions settings = {
      .training = training_options(options, matrix, machine),
      .folder = folder,
      .identity = identity,
      .resume = options.resume,
      .resume_command = resume_command(options, matrix, folder.root()),
      .causes_command = workspace::causes_command(options.matrix, folder.root()),
      .limits = {options.exit_first || options.pdb ? 1 : options.max_failures,
                 options.budget_seconds},
      .scripts = true,
      .traces = options.torch_trace != "never" && !options.pdb,
      .places = !options.no_places,
      .interrupted = [&] { return is_interrupted(stopping.signal(), folder); }};
  report::FdSink sink(STDOUT_FILENO, [&] { return stopping.requested(); });
  std::unique_ptr<report::Reporter> reporters;
  try {
    reporters = make_reporters(options, sink);
  } catch (const report::OutputError&) {
    std::error_code not_empty;
    if (!options.resume && options.out.empty()) std::filesystem::remove(folder.root(), not_empty);
    throw;
  }
  return exit_code_of(run::run(plan, settings, *reporters));
}

int run(RunArguments options) {
  debugger_terminal(options);  // checks --pdb before anything is created
  check_output_folder("--out", options.out);
  check_output_file("--json", options.json);
  check_output_file("--junit", options.junit);
  check_output_file("--html", options.html);
  const KeptTerminal terminal;
  const matrix::Matrix matrix = workspace::load_matrix(options.matrix);
  if (!options.failed) return train(options, matrix, {});
  const Failures failures = find_failures(matrix, options.matrix, options.out, options.resume);
  if (failures.cells.empty()) {
    std::cout << nothing_failed(failures) << std::endl;
    return kExpected;
  }
  options.matrix.strength = failures.strength;
  if (failures.in_out) options.out.clear();
  return train(options, matrix, failures);
}

}  // namespace

void add_run(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand("run", "Train the cells of a matrix on real ranks");
  auto options = std::make_shared<RunArguments>();
  add_run_arguments(command, *options);
  command.action([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace gridlock::cli
