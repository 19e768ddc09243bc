#include "harness/run/traces.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/controller/specification.h"
#include "harness/process/fd.h"
#include "harness/process/files.h"
#include "harness/process/search.h"
#include "harness/process/spawn.h"
#include "harness/report/output_error.h"
#include "harness/run/distinct_failures.h"

namespace gridlock::run {
namespace {

namespace fs = std::filesystem;
using controller::RunFolder;
using verdict::CellRecord;

constexpr std::size_t kMostTraces = 3;
constexpr double kLongestSeconds = 120;  // a cell that takes longer is not trained again
constexpr const char* kPages = "tlparse";
constexpr std::chrono::seconds kLongestParse{120};  // for tlparse and one cell

bool is_worth_a_trace(const matrix::Plan& plan, const CellRecord& record) {
  const matrix::PlannedCell* planned = plan.find(record.cell);
  return record.unexpected && !record.evidence.empty() && planned != nullptr &&
         controller::compiles(planned->cell) && record.seconds <= kLongestSeconds;
}

fs::path trace_folder(const CellRecord& record, const RunOptions& options) {
  return options.folder.root() / record.evidence / RunFolder::kTorchTrace;
}

bool has_trace(const CellRecord& record, const RunOptions& options) {
  return !record.evidence.empty() && fs::exists(trace_folder(record, options));
}

// Returns a plan with only this cell, so that its partners are not trained again.
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
                 const RunOptions& options, const fs::path& trace) {
  const fs::path folder = options.folder.root() / ".trace";
  fs::remove_all(folder);
  RunOptions settings{.training = options.training, .folder = RunFolder(folder)};
  settings.training.repeat = 1;
  settings.training.tier = record.tier;
  settings.training.torch_trace = true;
  settings.training.terminal.clear();
  settings.interrupted = options.interrupted;
  report::Reporter silent;
  run(plan_of(planned), settings, silent);
  const fs::path made = folder / RunFolder::evidence(record.cell, 0) / RunFolder::kTorchTrace;
  if (fs::exists(made) && !options.interrupted()) fs::rename(made, trace);
  fs::remove_all(folder);
}

fs::path find_tlparse(const fs::path& python) {
  const fs::path beside = python.parent_path() / "tlparse";
  return process::is_program(beside) ? beside : process::find_program("tlparse");
}

// Returns the newest trace file of the rank. An earlier attempt may have left another one.
fs::path trace_of(int rank, const fs::path& folder) {
  const std::string part = fmt::format("_rank_{}_", rank);
  fs::path newest;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().find(part) == std::string::npos) continue;
    if (newest.empty() || entry.last_write_time() > fs::last_write_time(newest))
      newest = entry.path();
  }
  return newest;
}

// Returns tlparse's page about the first rank at fault. Returns the folder of the traces if tlparse
// cannot write a page or if the user interrupts. Throws std::runtime_error if tlparse takes too
// long.
fs::path parsed(const CellRecord& record, const RunOptions& options, const fs::path& tlparse) {
  const fs::path trace = trace_folder(record, options);
  const fs::path file = trace_of(record.ranks.empty() ? 0 : record.ranks.front(), trace);
  if (tlparse.empty() || file.empty()) return trace;
  const fs::path page = trace / kPages / "index.html";
  if (fs::exists(page) && fs::last_write_time(page) > fs::last_write_time(file)) return page;
  const process::Fd nothing(open("/dev/null", O_WRONLY | O_CLOEXEC));
  process::Program program;
  program.arguments = {tlparse, file, "-o", trace / kPages, "--overwrite", "--no-browser"};
  program.standard_output = nothing.get();
  const auto end = std::chrono::steady_clock::now() + kLongestParse;
  const auto is_late = [&] { return std::chrono::steady_clock::now() > end; };
  const auto code =
      process::run(std::move(program), [&] { return options.interrupted() || is_late(); });
  if (!code && is_late())
    throw std::runtime_error(fmt::format("tlparse did not end within {} s", kLongestParse.count()));
  return code == 0 && fs::exists(page) ? page : trace;
}

void write(const std::map<std::string, std::string>& pages, const std::vector<CellRecord>& records,
           const RunFolder& folder) {
  if (pages.empty()) return;
  verdict::Json json = verdict::Json::array();
  for (const CellRecord& record : records) {
    const auto page = pages.find(record.evidence);
    if (record.evidence.empty() || page == pages.end()) continue;
    json.push_back({{"cell", record.cell},
                    {"repetition", record.repetition},
                    {"verdict", verdict::name(record.verdict)},
                    {"trace", fs::path(record.evidence) / page->second}});
  }
  if (!process::write_text(folder.traces(), json.dump(2) + "\n"))
    throw report::OutputError("write", folder.traces(), errno);
}

// Calls `work`. Reports an exception as a note, so that a failure for one record does not end the
// run.
template <typename Work>
void attempt(const CellRecord& record, report::Reporter& listener, double now, const Work& work) {
  try {
    work();
  } catch (const std::runtime_error& error) {
    listener.on_note(fmt::format("trace of {}: {}", record.cell, error.what()), now);
  }
}

}  // namespace

std::map<std::string, std::string> collect_traces(const matrix::Plan& plan,
                                                  const std::vector<CellRecord>& records,
                                                  const RunOptions& options,
                                                  report::Reporter& listener, double now) {
  const fs::path tlparse = find_tlparse(options.training.launch.python);
  const auto failures = distinct_failures(records, kMostTraces, [&](const CellRecord& record) {
    return is_worth_a_trace(plan, record);
  });
  std::map<std::string, std::string> pages;
  for (const CellRecord* record : failures) {
    if (options.interrupted() || has_trace(*record, options)) continue;
    listener.on_note(
        fmt::format("training {} again, to record the trace of torch.compile (TORCH_TRACE)",
                    record->cell),
        now);
    attempt(*record, listener, now, [&] {
      train_again(*plan.find(record->cell), *record, options, trace_folder(*record, options));
    });
  }
  for (const CellRecord& record : records) {
    if (options.interrupted()) return pages;
    if (!has_trace(record, options)) continue;
    const fs::path evidence = options.folder.root() / record.evidence;
    pages[record.evidence] = RunFolder::kTorchTrace;
    attempt(record, listener, now, [&] {
      pages[record.evidence] = fs::relative(parsed(record, options, tlparse), evidence);
    });
  }
  write(pages, records, options.folder);
  return pages;
}

}  // namespace gridlock::run
