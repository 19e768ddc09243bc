// gridlock golden: records the numerical results of a run and compares later runs with the record.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/golden_reference.h"
#include "harness/cli/later.h"
#include "harness/goldens/records.h"
#include "harness/text/path.h"
#include "harness/text/quantity.h"
#include "harness/workspace/installation.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;
using golden::Change;
using golden::RecordStatus;

struct GoldenArguments {
  std::string run;
  fs::path folder = "golden/records";
  bool replace = false;
};

constexpr const char* word_of(RecordStatus status) {
  switch (status) {
    case RecordStatus::kSame:
      return "same bits";
    case RecordStatus::kNew:
      return "new";
    case RecordStatus::kMissing:
      return "gone";
    case RecordStatus::kClose:
      return "close";
    case RecordStatus::kDiffers:
      return "differs";
  }
  return "";
}

std::size_t count(const std::vector<Change>& changes, RecordStatus status) {
  return static_cast<std::size_t>(std::ranges::count(changes, status, &Change::status));
}

// Returns the number of each kind of change, as in "35 same bits, 2 close".
std::string tally(const std::vector<Change>& changes) {
  std::string tally;
  for (const RecordStatus status :
       {RecordStatus::kSame, RecordStatus::kClose, RecordStatus::kDiffers, RecordStatus::kNew,
        RecordStatus::kMissing}) {
    const std::size_t number = count(changes, status);
    if (number == 0) continue;
    tally += fmt::format("{}{} {}", tally.empty() ? "" : ", ", number, word_of(status));
  }
  return tally;
}

// Prints the cells whose numerical results changed.
void print_changes(const std::vector<Change>& changes) {
  for (const Change& change : changes) {
    if (change.status == RecordStatus::kSame) continue;
    std::cout << fmt::format("  {:<9}  {}\n", word_of(change.status), change.cell);
    if (!change.words.empty()) std::cout << "             " << change.words << '\n';
  }
}

void print_environment(const golden::Recorded& before, const golden::Recorded& now) {
  for (const std::string& change : golden::changes(before.environment, now.environment))
    std::cout << "  different environment: " << change << '\n';
}

int record(const GoldenArguments& options) {
  const goldens::GoldenRun run = goldens::golden_run(options.run);
  goldens::check_recordable(run);
  const goldens::GoldenFile file{options.folder / golden::file_name(run.recorded), run.recorded};
  const std::string shown = text::shown_path(file.path);
  const auto files = goldens::golden_files(options.folder, run.identity.matrix);
  if (const goldens::GoldenFile* old = goldens::find_record(files, run)) {
    const auto changed = golden::changes(old->recorded, run.recorded);
    std::cout << fmt::format("{} exists: {}\n", shown, tally(changed));
    print_changes(changed);
    print_environment(old->recorded, run.recorded);
    if (old->recorded == run.recorded) return kExpected;
    if (!options.replace) {
      std::cout << "The record is unchanged. Add --replace to replace it.\n";
      return kUnexpected;
    }
  }
  goldens::write_golden(file);
  std::cout << fmt::format("recorded {} in {}\n", text::count_of(run.recorded.cells.size(), "cell"),
                           shown);
  return kExpected;
}

// Reports that there is no golden record for the environment of the run. The run's own verdicts
// then decide the exit code.
int stale(const goldens::GoldenRun& run, const std::vector<goldens::GoldenFile>& others) {
  std::cout << "STALE: there is no record of this environment ("
            << golden::class_of(run.recorded.environment) << ")\n";
  for (const goldens::GoldenFile& other : others) {
    std::cout << "  " << text::shown_path(other.path) << '\n';
    print_environment(other.recorded, run.recorded);
  }
  const auto unexpected = std::ranges::count_if(run.records, &verdict::CellRecord::unexpected);
  std::cout << fmt::format("The run's own verdicts decide: {} of {} not as expected\n", unexpected,
                           text::count_of(run.records.size(), "cell"));
  return unexpected == 0 ? kExpected : kUnexpected;
}

[[noreturn]] void refuse_without_records(const GoldenArguments& options,
                                         const std::string& matrix) {
  throw matrix::InputError(fmt::format(
      "there is no record of matrix {} in {}; make one with {} golden record {}", matrix,
      text::shown_path(options.folder), workspace::program_name(), options.run));
}

int compare(const GoldenArguments& options) {
  const goldens::GoldenRun run = goldens::golden_run(options.run);
  const auto files = goldens::golden_files(options.folder, run.identity.matrix);
  if (files.empty()) refuse_without_records(options, run.identity.matrix);
  const goldens::GoldenFile* file = goldens::find_record(files, run);
  if (file == nullptr) return stale(run, files);
  if (file->recorded.seed != run.recorded.seed) {
    throw matrix::InputError(
        fmt::format("{} has seed {}, but the run has seed {}, so their numbers cannot be compared",
                    text::shown_path(file->path), file->recorded.seed, run.recorded.seed));
  }
  const auto changed = golden::changes(file->recorded, run.recorded);
  const bool differs = count(changed, RecordStatus::kDiffers) > 0;
  print_changes(changed);
  print_environment(file->recorded, run.recorded);
  std::cout << fmt::format("{}: {}, compared with {}\n", differs ? "DIFFERS" : "OK", tally(changed),
                           text::shown_path(file->path));
  return differs ? kUnexpected : kExpected;
}

void print_name(const goldens::GoldenFile& file) {
  std::cout << fmt::format("{}  ({}, matrix {})\n", text::shown_path(file.path),
                           text::count_of(file.recorded.cells.size(), "cell"),
                           file.recorded.matrix);
}

int list_records(const GoldenArguments& options) {
  const auto files = goldens::golden_files(options.folder, "");
  std::ranges::for_each(files, print_name);
  if (files.empty())
    std::cout << fmt::format("there are no records in {}\n", text::shown_path(options.folder));
  return kExpected;
}

// Lists all golden records, or shows what a run would change in the records of its matrix.
int review(const GoldenArguments& options) {
  if (options.run.empty()) return list_records(options);
  const goldens::GoldenRun run = goldens::golden_run(options.run);
  const auto files = goldens::golden_files(options.folder, run.identity.matrix);
  if (files.empty()) refuse_without_records(options, run.identity.matrix);
  for (const goldens::GoldenFile& file : files) {
    const auto changed = golden::changes(file.recorded, run.recorded);
    print_name(file);
    print_environment(file.recorded, run.recorded);
    print_changes(changed);
    std::cout << "  " << tally(changed) << '\n';
  }
  return kExpected;
}

constexpr const char* kWhichRun =
    "The folder of a run, or a matrix (its latest run); default: the newest run";

using Action = int (*)(const GoldenArguments&);

void add_reference(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand("reference",
                     "Compare the cells of a run of the case `dense` with the same training in "
                     "LibTorch and fp64, in\none process, without FSDP, context parallelism or a "
                     "compiler. Exit code 1 if a cell differs");
  auto run = std::make_shared<std::string>();
  command.option("run", *run, kWhichRun).type_name("RUN");
  command.action(
      [run, &exit_code] { exit_code = compare_with_reference(goldens::golden_run(*run)); });
}

void add(const arguments::Command& app, const char* name, const char* about, Action action,
         int& exit_code) {
  const arguments::Command command = app.subcommand(name, about);
  auto options = std::make_shared<GoldenArguments>();
  const bool any_run = action == review;
  command
      .option("run", options->run,
              any_run ? "A run: show what it would change in the records (default: list all "
                        "records)"
                      : kWhichRun)
      .type_name("RUN");
  command.option("--records", options->folder, "Folder of the records")
      .type_name("DIR")
      .show_default();
  if (action == record)
    command.flag("--replace", options->replace, "Replace a record whose numbers changed");
  command.action([=, &exit_code] { exit_code = action(*options); });
}

}  // namespace

void add_golden(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand(kGoldenCommand.name, kGoldenCommand.about());
  command.require_subcommand();
  add(command, "record", "Write the numbers of a run to the record of its matrix and environment",
      record, exit_code);
  add(command, "compare",
      "Compare a run with the record of its matrix and environment. If this environment has "
      "no\nrecord, prints STALE, and the run's own verdicts decide the exit code",
      compare, exit_code);
  add_reference(command, exit_code);
  add(command, "review",
      "List the records, or what a run would change in the records of its matrix", review,
      exit_code);
}

}  // namespace gridlock::cli
