// gridlock ablate: finds the part of the compiler that a failure needs.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "harness/arguments/command.h"
#include "harness/cli/ablation_json.h"
#include "harness/cli/ablation_tree.h"
#include "harness/cli/ablation_versions.h"
#include "harness/cli/command.h"
#include "harness/cli/later.h"
#include "harness/cli/minimize_task.h"
#include "harness/cli/notice.h"
#include "harness/cli/output_paths.h"
#include "harness/cli/script_words.h"
#include "harness/cli/versions.h"
#include "harness/process/files.h"
#include "harness/text/quantity.h"
#include "minimizer/ablation/script_ablation.h"

namespace gridlock::cli {
namespace {

using minimizer::Ablated;
using minimizer::AblationOutcome;

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
      notice(fmt::format("{} was still running after {}, and no failure is known", task.name,
                         text::duration(task.request.longest_run)));
      break;
    case AblationOutcome::kFlaky:
      notice(fmt::format("{} fails in {} of {} runs. --flaky asks anyway, with repeated runs",
                         task.name, measured.failures, measured.runs));
      break;
    default:
      notice(
          fmt::format("the failure does not depend on the compiler: {} fails without a call of "
                      "torch.compile",
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
          "{}; go on by the same command with --resume",
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
  const MinimizeTask task = minimize_task(options.search, words);
  const minimizer::Programs programs = find_programs(options.search.python);
  AblationTree tree;
  minimizer::ScriptAblationListener listener;
  listener.on_measuring = [&] { notice("running " + task.name); };
  listener.on_measured = say_failure;
  listener.searches = tree.listener();
  Ablated ablated;
  minimizer::VersionResult versions;
  until_interrupted([&](std::stop_token stop) {
    ablated = minimizer::ablate_script(task.request, programs, listener, stop);
    const bool fails = ablated.measured.signature && ablated.outcome != AblationOutcome::kFlaky;
    if (torches.empty() || !fails || stop.stop_requested()) return;
    versions = compare_versions(torches, task, ablated.measured, programs.python, tree, stop);
  });
  if (!options.json.empty()) process::write_text(options.json, json_text(ablated, versions, task));
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
      "The script is run on real ranks again and again, compiled with less and less: other back "
      "ends, fewer\nregions, other entries of torch's configuration, fewer passes, fewer "
      "variables. "
      "Its text stays as it\nis.\n\n"
      "Exit codes: 0 the part is found, 1 nothing to ablate or the failure does not depend on the\n"
      "compiler, 2 bad input, 130 interrupted."));
  auto options = std::make_shared<AblateArguments>();
  options->search.command = "ablate";
  options->search.results = "ablated";
  add_search_options(command, options->search);
  command.option("--json", options->json, "Write what was found to a file").type_name("FILE");
  command
      .option(
          "--torch", options->torch,
          "Say in which of these versions of torch the failure shows, too. One that is not here "
          "yet is installed by pip into the user's cache, which downloads some gigabytes")
      .type_name("2.9,2.10,…");
  command.keep_rest("SCRIPT [ARGS…] | CELL");
  command.action([command, options, &exit_code] {
    exit_code = ablate(*options, command.rest(), command.option_names());
  });
}

}  // namespace gridlock::cli
