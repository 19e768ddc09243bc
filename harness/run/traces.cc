#include "harness/run/traces.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "harness/controller/specification.h"
#include "harness/process/fd.h"
#include "harness/process/search.h"
#include "harness/process/spawn.h"
#include "harness/run/different_failures.h"

namespace gridlock::run {
namespace {

namespace fs = std::filesystem;
using controller::RunFolder;
using verdict::CellRecord;

constexpr std::size_t kMostTraces = 3;
constexpr double kLongestSeconds = 120;  // of a cell that is trained again
constexpr const char* kPages = "tlparse";

bool is_traced(const matrix::Plan& plan, const CellRecord& record) {
  const matrix::PlannedCell* planned = plan.find(record.cell);
  return record.unexpected && !record.evidence.empty() && planned != nullptr &&
         controller::compiles(planned->cell) && record.seconds <= kLongestSeconds;
}

// Alone: whatever it is compared with is not asked again.
matrix::Plan plan_of(const matrix::PlannedCell& planned) {
  matrix::PlannedCell cell;
  cell.cell = planned.cell;
  cell.recipe = planned.recipe;
  matrix::Plan plan;
  plan.matrix_name = "trace";
  plan.cells = {cell};
  return plan;
}

void train_again(const matrix::PlannedCell& planned, const CellRecord& record,
                 const Options& options, const fs::path& trace) {
  const fs::path folder = options.folder.root() / ".trace";
  fs::remove_all(folder);
  Options settings{.training = options.training, .folder = RunFolder(folder)};
  settings.training.repeat = 1;
  settings.training.tier = record.tier;
  settings.training.torch_trace = true;
  settings.training.terminal.clear();
  settings.interrupted = options.interrupted;
  report::Reporter silent;
  run(plan_of(planned), settings, silent);
  const fs::path made = folder / RunFolder::evidence(record.cell, 0) / RunFolder::kTorchTrace;
  if (fs::exists(made)) fs::rename(made, trace);
  fs::remove_all(folder);
}

fs::path find_tlparse(const fs::path& python) {
  const fs::path beside = python.parent_path() / "tlparse";
  return process::is_program(beside) ? beside : process::find_program("tlparse");
}

fs::path trace_of(int rank, const fs::path& folder) {
  const std::string part = fmt::format("_rank_{}_", rank);
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().find(part) != std::string::npos) return entry.path();
  }
  return "";
}

// The page, of the first rank at fault, or the folder where it cannot be made.
fs::path parsed(const CellRecord& record, const fs::path& trace, const fs::path& tlparse) {
  const fs::path file = trace_of(record.ranks.empty() ? 0 : record.ranks.front(), trace);
  if (tlparse.empty() || file.empty()) return trace;
  const process::Fd nothing(open("/dev/null", O_WRONLY | O_CLOEXEC));
  process::Program program;
  program.arguments = {tlparse, file, "-o", trace / kPages, "--overwrite", "--no-browser"};
  program.standard_output = nothing.get();
  const fs::path page = trace / kPages / "index.html";
  return process::run(std::move(program)) == 0 && fs::exists(page) ? page : trace;
}

// Relative to the evidence of the record; empty where there is no trace.
fs::path page_of(const matrix::Plan& plan, const CellRecord& record, const Options& options,
                 const fs::path& tlparse, report::Reporter& listener, double now) {
  const fs::path evidence = options.folder.root() / record.evidence;
  const fs::path trace = evidence / RunFolder::kTorchTrace;
  if (!fs::exists(trace)) {
    listener.on_note(
        fmt::format("training {} again, for torch's trace of its compiler", record.cell), now);
    train_again(*plan.find(record.cell), record, options, trace);
  }
  if (!fs::exists(trace)) return "";
  return fs::relative(parsed(record, trace, tlparse), evidence);
}

}  // namespace

std::map<std::string, std::string> trace_failures(const matrix::Plan& plan,
                                                  const std::vector<CellRecord>& records,
                                                  const Options& options,
                                                  report::Reporter& listener, double now) {
  std::map<std::string, std::string> traces;
  const auto failures = different_failures(
      records, kMostTraces, [&](const CellRecord& record) { return is_traced(plan, record); });
  const fs::path tlparse = find_tlparse(options.training.launch.python);
  for (const CellRecord* record : failures) {
    if (options.interrupted()) break;
    try {
      const fs::path page = page_of(plan, *record, options, tlparse, listener, now);
      if (!page.empty()) traces[record->evidence] = page;
    } catch (const std::runtime_error& error) {
      listener.on_note(fmt::format("{} has no trace: {}", record->cell, error.what()), now);
    }
  }
  return traces;
}

}  // namespace gridlock::run
