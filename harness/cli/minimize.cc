// gridlock minimize: finds the smallest script that still fails.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/export_cpp.h"
#include "harness/cli/later.h"
#include "harness/cli/minimize_progress.h"
#include "harness/cli/minimize_words.h"
#include "harness/cli/script_words.h"
#include "harness/cli/search_options.h"
#include "harness/process/temporary_folder.h"
#include "harness/text/path.h"
#include "harness/workspace/notice.h"
#include "harness/workspace/signals.h"
#include "minimizer/ranks/cpp_repro.h"
#include "minimizer/ranks/failure.h"
#include "minimizer/ranks/minimization.h"
#include "minimizer/tasks/minimize_task.h"
#include "minimizer/tasks/programs.h"

namespace gridlock::cli {
namespace {

using minimizer::MinimizeArguments;
using minimizer::MinimizeTask;
using workspace::notice;

// Prints how the script fails. Returns whether the failure is worth minimizing.
bool go_on(const minimizer::Measured& measured, int lines, const MinimizeTask& task,
           const std::vector<std::string>& option_names) {
  if (!measured.signature) return true;
  notice(measured_words(measured, lines));
  std::string mistake = usage_mistake(measured, task, option_names);
  if (mistake.empty()) mistake = slip_of_script(measured, task);
  if (!mistake.empty()) notice(mistake);
  if (mistake.empty() && !task.request.keep_script_as.empty()) {
    notice(fmt::format("{} is {}",
                       text::shown_path(task.request.folder / task.request.keep_script_as),
                       task.name));
  }
  return mistake.empty();
}

void say_start(const MinimizeTask& task, const std::vector<std::string>& option_names) {
  notice("running " + task.name);
  const std::string option = own_option_among(task.request.launch.arguments, option_names);
  if (option.empty()) return;
  notice(
      fmt::format("{} comes after the script, so gridlock passes it to the script; write options "
                  "of minimize before the script",
                  option));
}

// Writes the calls of the minimized script as a C++ program.
int write_cpp(const minimizer::Minimized& minimized, const MinimizeTask& task,
              const minimizer::Programs& programs) {
  if (!minimizer::hangs_in_calls(*minimized.measured.signature)) {
    notice("no C++ program: the failure is not a hang in collective calls");
    return kUnexpected;
  }
  const process::TemporaryFolder folder("recording");
  const auto evidence = minimizer::recorded_hang(
      programs.gridlock, programs.python, minimized.repro, minimized.best.launch, folder.path());
  try {
    return export_cpp(evidence, task.request.folder / "cpp", programs.python);
  } catch (const std::runtime_error& error) {
    notice(fmt::format("no C++ program: {}", error.what()));
    return kUnexpected;
  }
}

int minimize(const MinimizeArguments& options, const std::vector<std::string>& words,
             const std::vector<std::string>& option_names) {
  refuse_unknown_option(words, option_names, "minimize");
  const MinimizeTask task = minimizer::minimize_task(options, words);
  const minimizer::Programs programs = minimizer::find_programs(options.python);
  MinimizeProgress progress(task.request.budget);
  minimizer::Listener listener;
  listener.on_measuring = [&] { say_start(task, option_names); };
  listener.on_measured = [&](const minimizer::Measured& measured, int lines) {
    return go_on(measured, lines, task, option_names);
  };
  listener.on_progress = [&](const minimizer::Progress& now) { progress.show(now); };
  listener.on_verifying = [&](const minimizer::Result&) {
    progress.end();
    notice("verifying the result in fresh interpreters, with cold caches");
  };
  listener.on_verification_run = [&](int ended, int runs) {
    progress.show_verification(ended, runs);
  };
  listener.on_going_back = [&](const minimizer::WentBack& back) {
    progress.end();
    notice(going_back_words(back));
  };
  minimizer::Minimized minimized;
  workspace::until_interrupted("stopping the runs", [&](std::stop_token stop) {
    minimized = minimizer::minimize_script(task.request, programs, listener, std::move(stop));
  });
  progress.end();
  const MinimizeEnd end = minimize_end(minimized, task);
  end.is_result ? fmt::print("{}", end.text) : notice(end.text);
  if (!options.cpp || minimized.outcome != minimizer::Outcome::kMinimized) return end.exit_code;
  fflush(stdout);
  return write_cpp(minimized, task, programs);
}

}  // namespace

void add_minimize(const arguments::Command& app, int& exit_code) {
  const arguments::Command command = app.subcommand(
      kMinimizeCommand.name,
      kMinimizeCommand.about("\n\n"
                             "  gridlock minimize -n 4 train.py --lr 0.1\n"
                             "  gridlock minimize CELL\n"
                             "  gridlock minimize runs/default/latest/CELL\n\n"
                             "Removes parts of the script, runs the rest on real ranks, and keeps "
                             "what still fails in the same\n"
                             "way. Then verifies the result in fresh interpreters. Write the "
                             "options of minimize before SCRIPT\n"
                             "and the arguments of the script after it.\n\n"
                             "Exit codes: 0 minimized and verified; 1 nothing to minimize, not "
                             "verified, or no C++ program with\n"
                             "--cpp; 2 bad input; 130 interrupted."));
  auto options = std::make_shared<minimizer::MinimizeArguments>();
  options->command = "minimize";
  options->results = "minimized";
  options->budget_note = ".\nVerifying the result takes additional time";
  add_search_options(command, *options);
  command.keep_rest("SCRIPT [ARGS…] | CELL");
  command.action([command, options, &exit_code] {
    exit_code = minimize(*options, command.rest(), command.option_names());
  });
}

}  // namespace gridlock::cli
