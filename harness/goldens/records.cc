#include "harness/goldens/records.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/process/files.h"
#include "harness/report/results_log.h"
#include "harness/text/path.h"
#include "harness/verdict/agreement.h"
#include "harness/workspace/find_run.h"
#include "matrix/diagnostic.h"

namespace gridlock::goldens {
namespace {

namespace fs = std::filesystem;

golden::RecordedCell recorded_cell(const verdict::CellRecord& record,
                                   const verdict::Numbers& numbers) {
  golden::RecordedCell cell{verdict::precision_of(record), numbers.losses, numbers.grad_norms, ""};
  if (!numbers.states.empty() && numbers.states.back().parameters)
    cell.parameters = golden::hexadecimal(numbers.states.back().parameters->sum);
  return cell;
}

golden::Recorded recorded_of(const run::Identity& identity,
                             const std::vector<verdict::CellRecord>& records) {
  golden::Recorded recorded{identity.matrix, identity.seed, {}, {}};
  for (const verdict::CellRecord& record : records) {
    if (record.verdict != verdict::Verdict::kPass) continue;
    const auto numbers = verdict::numbers(record);
    if (!numbers) continue;
    recorded.cells[record.cell] = recorded_cell(record, *numbers);
    const auto& environment = record.reports.front().environment;
    if (recorded.environment.empty()) recorded.environment = environment;
  }
  return recorded;
}

}  // namespace

GoldenRun golden_run(const std::string& name) {
  const controller::RunFolder folder = workspace::find_run(name);
  const std::string shown = text::shown_path(folder.root());
  auto identity = run::read_identity(folder);
  if (!identity)
    throw matrix::InputError(fmt::format("{} has no run.json, so its matrix is unknown", shown));
  std::vector<verdict::CellRecord> records = report::read_results(folder.results());
  golden::Recorded recorded = recorded_of(*identity, records);
  if (recorded.cells.empty())
    throw matrix::InputError(fmt::format("{} has no cell that passed", shown));
  if (recorded.environment.empty())
    throw matrix::InputError(
        fmt::format("{} does not name the version of torch; train the run again", shown));
  return {folder, std::move(*identity), std::move(records), std::move(recorded)};
}

void check_recordable(const GoldenRun& run) {
  const std::string shown = text::shown_path(run.folder.root());
  if (!run.identity.is_whole()) {
    throw matrix::InputError(
        fmt::format("{} has only some cells of the matrix, but a golden needs all; train them with "
                    "gridlock run",
                    shown));
  }
  for (const verdict::CellRecord& record : run.records) {
    const bool interrupted = record.verdict == verdict::Verdict::kInterrupted;
    if (!record.unexpected && !interrupted) continue;
    throw matrix::InputError(fmt::format(
        "{} has the verdict {}, which the matrix does not expect; nothing of {} is recorded",
        record.cell, verdict::verdict_text(record), shown));
  }
}

std::vector<GoldenFile> golden_files(const fs::path& folder, const std::string& matrix) {
  std::vector<GoldenFile> files;
  if (!fs::is_directory(folder)) return files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") continue;
    try {
      GoldenFile file{entry.path(), golden::recorded_from_toml(process::read_text(entry.path()))};
      if (matrix.empty() || file.recorded.matrix == matrix) files.push_back(std::move(file));
    } catch (const golden::RecordedError& error) {
      throw matrix::InputError(fmt::format("{} is not a golden record: {}",
                                           text::shown_path(entry.path()), error.what()));
    }
  }
  std::ranges::sort(files, {}, &GoldenFile::path);
  return files;
}

const GoldenFile* find_record(const std::vector<GoldenFile>& files, const GoldenRun& run) {
  const std::string name = golden::file_name(run.recorded);
  const auto found = std::ranges::find_if(
      files, [&](const GoldenFile& file) { return file.path.filename() == name; });
  return found == files.end() ? nullptr : &*found;
}

void write_golden(const GoldenFile& file) {
  std::error_code error;
  fs::create_directories(file.path.parent_path(), error);
  if (!process::replace_text(file.path, golden::to_toml(file.recorded)))
    throw matrix::InputError(fmt::format("cannot write {}", text::shown_path(file.path)));
}

}  // namespace gridlock::goldens
