// gridlock flags: shows the settings of runs and of versions of torch, and the differences between
// them.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/later.h"
#include "harness/cli/versions.h"
#include "harness/exec/torch_environments.h"
#include "harness/settings/changes.h"
#include "harness/settings/snapshot.h"
#include "harness/text/path.h"
#include "harness/text/quantity.h"
#include "harness/workspace/find_run.h"
#include "harness/workspace/installation.h"
#include "harness/workspace/notice.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using settings::Snapshot;
using settings::Variables;

struct FlagsArguments {
  std::string first;
  std::string second;
  std::vector<std::string> versions;
  bool json = false;
};

// One side of a comparison: its name for users, and its settings.
struct Side {
  std::string name;
  Snapshot snapshot;
};

Snapshot taken_with(const fs::path& python, Variables variables) {
  return settings::take_snapshot(python, workspace::installation().root / "harness" / "rank",
                                 variables);
}

Side of_run(const std::string& name) {
  const controller::RunFolder folder = workspace::find_run(name);
  const std::string shown = text::shown_path(folder.root());
  if (!fs::exists(folder.snapshot())) {
    throw matrix::InputError(
        fmt::format("{} has no settings.json: an older gridlock made the run, or no cell began to "
                    "train",
                    shown));
  }
  return {shown, settings::read_snapshot(folder.snapshot())};
}

Side of_version(const std::string& version) {
  const exec::Interpreter own = exec::query_interpreter(workspace::installation().python);
  const bool is_own = exec::is_version(version, exec::torch_version(own));
  const fs::path python =
      is_own ? own.python
             : exec::environment_with_torch(version, own.python, workspace::notice).python;
  const Snapshot snapshot = taken_with(python, Variables::kWithoutThose);
  return {"torch " + snapshot.torch(), snapshot};
}

ordered_json json_of(const std::optional<std::string>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

void print_json(const Side& before, const Side& after, const settings::Changes& changes) {
  ordered_json json = {
      {"before", before.name}, {"after", after.name}, {"changes", ordered_json::array()}};
  for (const settings::Change& change : changes) {
    json["changes"].push_back({{"kind", word_of(change.kind)},
                               {"name", change.name},
                               {"before", json_of(change.before)},
                               {"after", json_of(change.after)}});
  }
  std::cout << json.dump(2) << std::endl;
}

int compare_sides(const Side& before, const Side& after, bool json) {
  const auto changes = settings::changes(before.snapshot, after.snapshot);
  if (json) {
    print_json(before, after, changes);
  } else {
    std::cout << fmt::format("before  {}\nafter   {}\n\n", before.name, after.name)
              << settings::describe(changes)
              << (changes.empty()
                      ? "nothing differs\n"
                      : fmt::format("\n{}\n", text::count_of(changes.size(), "difference")))
              << std::flush;
  }
  return changes.empty() ? kExpected : kUnexpected;
}

// Returns the default settings of the torch in use or of the run's torch. A version such as
// "2.10.0+cpu" is requested as 2.10.0.
Side defaults_of(const std::string& torch) {
  Side own{"torch's defaults",
           taken_with(workspace::installation().python, Variables::kWithoutThose)};
  if (own.snapshot.torch() == torch) return own;
  return of_version(torch.substr(0, torch.find('+')));
}

// Compares the settings of a run, or of the Python in use, with the defaults of its torch.
int review(const FlagsArguments& options) {
  const Side now =
      options.first.empty()
          ? Side{"this environment", taken_with(workspace::installation().python, Variables::kAll)}
          : of_run(options.first);
  compare_sides(defaults_of(now.snapshot.torch()), now, options.json);
  return kExpected;  // differences from the defaults are no failure
}

int compare_versions(const FlagsArguments& options) {
  if (options.versions.size() != 2) {
    throw matrix::InputError("--torch takes two versions, such as --torch 2.10 2.11");
  }
  for (const std::string& version : options.versions) parse_versions(version);
  const Side before = of_version(options.versions[0]), after = of_version(options.versions[1]);
  return compare_sides(before, after, options.json);
}

constexpr const char* kSomeRun = "The folder of a run, or a matrix (its latest run)";

void add_json(const arguments::Command& command, FlagsArguments& options) {
  command.flag("--json", options.json, "Print JSON");
}

arguments::Command add_review(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand("review",
                     "List the settings of a run, or of this environment, that differ from "
                     "torch's defaults");
  auto options = std::make_shared<FlagsArguments>();
  command.option("run", options->first, std::string(kSomeRun) + "; default: this environment")
      .type_name("RUN");
  add_json(command, *options);
  command.action([options, &exit_code] { exit_code = review(*options); });
  return command;
}

arguments::Command add_diff_of_runs(const arguments::Command& app, int& exit_code) {
  const arguments::Command command = app.subcommand(
      "diff",
      "List the differences between two runs: versions, variables, settings and changed defaults "
      "of\ntorch. Exit code 1 if there are any");
  auto options = std::make_shared<FlagsArguments>();
  command.option("before", options->first, kSomeRun).type_name("RUN").required();
  command.option("after", options->second, kSomeRun).type_name("RUN").required();
  add_json(command, *options);
  command.action([options, &exit_code] {
    const Side before = of_run(options->first), after = of_run(options->second);
    exit_code = compare_sides(before, after, options->json);
  });
  return command;
}

}  // namespace

void add_flags(const arguments::Command& app, int& exit_code) {
  const arguments::Command command = app.subcommand(
      kFlagsCommand.name,
      kFlagsCommand.about("\n\n"
                          "  gridlock flags review                settings of this environment "
                          "that differ from torch's\n"
                          "  gridlock flags diff RUN RUN          differences between two runs\n"
                          "  gridlock flags --torch 2.10 2.11     changed defaults, new settings, "
                          "removed settings\n\n"
                          "Every run writes its versions, its hardware, the variables that torch "
                          "reads, and all of torch's\n"
                          "configuration to settings.json."));
  auto options = std::make_shared<FlagsArguments>();
  command
      .option("--torch", options->versions,
              "Compare the defaults of two versions of torch; pip installs missing versions")
      .type_name("VERSION");
  add_json(command, *options);
  const arguments::Command review_command = add_review(command, exit_code);
  const arguments::Command diff_command = add_diff_of_runs(command, exit_code);
  command.action([=, &exit_code] {
    if (review_command.chosen() || diff_command.chosen()) return;
    if (command.given("--torch")) {
      exit_code = compare_versions(*options);
    } else {
      throw matrix::InputError(
          "flags: add a command (review or diff), or two versions of torch: --torch 2.10 2.11");
    }
  });
}

}  // namespace gridlock::cli
