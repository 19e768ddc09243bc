// gridlock ablate: finds the part of the compiler that a failure needs.
#include <fmt/format.h>

#include <cerrno>
#include <memory>
#include <string>

#include "harness/arguments/command.h"
#include "harness/cli/ablation_json.h"
#include "harness/cli/ablation_tree.h"
#include "harness/cli/command.h"
#include "harness/cli/later.h"
#include "harness/cli/output_paths.h"
#include "harness/cli/script_words.h"
#include "harness/cli/search_options.h"
#include "harness/cli/versions.h"
#include "harness/process/files.h"
#include "harness/report/output_error.h"
#include "harness/text/quantity.h"
#include "harness/workspace/notice.h"
#include "harness/workspace/signals.h"
#include "minimizer/ablation/script_ablation.h"
#include "minimizer/tasks/ablation_versions.h"
#include "minimizer/tasks/minimize_task.h"
#include "minimizer/tasks/programs.h"

namespace gridlock::cli {
namespace {

using minimizer::Ablated;
using minimizer::AblationOutcome;
using minimizer::MinimizeArguments;
using minimizer::MinimizeTask;
using workspace::notice;

struct AblateArguments {
  MinimizeArguments search;
  std::string json;
  std::string torch;  // versions to compare
};

// Returns text such as "; first seen in 2.10".
std::string versions_words(const minimizer::VersionResult& versions) {
  const std::string words = sentence_of(versions);
  return words.empty() ? "" : "; " + words;
}

void say_failure(const minimizer::Measured& measured, const minimizer::Survey& survey) {
  if (!measured.signature) return;
  notice(fmt::format("{} in {} of {} runs, {} each; {}", to_string(*measured.signature),
                     measured.failures, measured.runs, text::rough_duration(measured.seconds),
                     text::count_of(survey.regions.size(), "compiled region")));
  if (!measured.sentence.empty()) notice(measured.sentence);
}

// Prints why nothing was ablated. Returns the exit code.
int say_nothing_to_ablate(const Ablated& ablated, const MinimizeTask& task) {
  const minimizer::Measured& measured = ablated.measured;
  switch (ablated.outcome) {
    case AblationOutcome::kPasses:
      notice(
          fmt::format("nothing to ablate: {} passes {} of {} runs on {}", task.name, measured.runs,
                      measured.runs,
                      text::count_of(static_cast<std::size_t>(task.request.launch.ranks), "rank")));
      break;
    case AblationOutcome::kTooSlow:
      notice(fmt::format("{} was still running after {}, and gridlock has no record of its failure",
                         task.name, text::duration(task.request.longest_run)));
      break;
    case AblationOutcome::kFlaky:
      notice(fmt::format("{} fails in {} of {} runs. Add --flaky to search with repeated runs",
                         task.name, measured.failures, measured.runs));
      break;
    default:
      notice(
          fmt::format("the failure does not depend on the compiler: {} never calls torch.compile "
                      "and fails",
                      task.name));
  }
  return kUnexpected;
}

int say_result(const Ablated& ablated, const minimizer::VersionResult& versions,
               const MinimizeTask& task) {
  const auto& found = ablated.ablation;
  const bool begun = found.first.has_value();
  switch (ablated.outcome) {
    case AblationOutcome::kStopped:
    case AblationOutcome::kBudget:
      if (begun) {
        fmt::print("so far: {}{}\n", sentence_of(found, ablated.survey), versions_words(versions));
      }
      notice(fmt::format(
          "{}; repeat the command with --resume to continue",
          ablated.outcome == AblationOutcome::kStopped ? "interrupted" : "the budget is spent"));
      return ablated.outcome == AblationOutcome::kStopped ? kInterrupted : kExpected;
    case AblationOutcome::kDone:
      break;
    default: {
      const std::string words = sentence_of(versions);
      if (!words.empty()) fmt::print("{}\n", words);
      return say_nothing_to_ablate(ablated, task);
    }
  }
  fmt::print("{}{}\n", sentence_of(found, ablated.survey), versions_words(versions));
  notice(fmt::format("{} ({} cached) in {}",
                     text::count_of(static_cast<std::size_t>(ablated.asked), "answer"),
                     ablated.cached, text::duration(ablated.seconds)));
  return found.needs_the_compiler() ? kExpected : kUnexpected;
}

int ablate(const AblateArguments& options, const std::vector<std::string>& words,
           const std::vector<std::string>& option_names) {
  refuse_unknown_option(words, option_names, "ablate");
  if (!options.json.empty()) check_output_file("--json", options.json);
  const std::vector<std::string> torches = parse_versions(options.torch);
  const MinimizeTask task = minimizer::minimize_task(options.search, words);
  const minimizer::Programs programs = minimizer::find_programs(options.search.python);
  AblationTree tree;
  minimizer::ScriptAblationListener listener;
  listener.on_measuring = [&] { notice("running " + task.name); };
  listener.on_measured = say_failure;
  listener.searches = tree.listener();
  Ablated ablated;
  minimizer::VersionResult versions;
  workspace::until_interrupted("stopping the runs", [&](std::stop_token stop) {
    ablated = minimizer::ablate_script(task.request, programs, listener, stop);
    const bool fails = ablated.measured.signature && ablated.outcome != AblationOutcome::kFlaky;
    if (torches.empty() || !fails || stop.stop_requested()) return;
    versions = minimizer::compare_versions(torches, task, ablated.measured, programs.python,
                                           tree.version_listener(), stop);
  });
  if (!options.json.empty() &&
      !process::replace_text(options.json, json_text(ablated, versions, task))) {
    throw report::OutputError("write", options.json, errno);
  }
  return say_result(ablated, versions, task);
}

}  // namespace

void add_ablate(const arguments::Command& app, int& exit_code) {
  const arguments::Command command = app.subcommand(
      kAblateCommand.name,
      kAblateCommand.about("\n\n"
                           "  gridlock ablate -n 4 train.py --lr 0.1\n"
                           "  gridlock ablate CELL\n"
                           "  gridlock ablate runs/default/latest/CELL\n\n"
                           "Runs the script on real ranks again and again and compiles less each "
                           "time: other back ends, fewer\n"
                           "regions, other settings of torch, fewer passes, fewer environment "
                           "variables. The script itself does\n"
                           "not change.\n\n"
                           "Exit codes: 0 found the part; 1 nothing to ablate, or the failure "
                           "does not depend on the compiler;\n"
                           "2 bad input; 130 interrupted."));
  auto options = std::make_shared<AblateArguments>();
  options->search.command = "ablate";
  options->search.results = "ablated";
  add_search_options(command, options->search);
  command.option("--json", options->json, "Write the result to this file (JSON)").type_name("FILE");
  command
      .option("--torch", options->torch,
              "Also run the script with these versions of torch, to see which of them fail. pip "
              "installs\nmissing versions into the user's cache, which downloads some gigabytes "
              "for each")
      .type_name("2.9,2.10,…");
  command.keep_rest("SCRIPT [ARGS…] | CELL");
  command.action([command, options, &exit_code] {
    exit_code = ablate(*options, command.rest(), command.option_names());
  });
}

}  // namespace gridlock::cli
