#include "minimizer/tasks/cell_script.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/controller/machine.h"
#include "harness/controller/repro_exporter.h"
#include "harness/controller/run_folder.h"
#include "harness/controller/script_request.h"
#include "harness/controller/specification.h"
#include "harness/process/spawn.h"
#include "harness/report/results_log.h"
#include "harness/training/nearest_control.h"
#include "harness/verdict/judge.h"
#include "harness/workspace/find_cell.h"
#include "harness/workspace/launch.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/diagnostic.h"
#include "matrix/planner.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;
using matrix::PlannedCell;

// Returns the records of the run in `out`. "" means the newest run of all cells of the matrix.
std::vector<verdict::CellRecord> last_records(const std::string& out, const std::string& name) {
  const fs::path root = out.empty() ? fs::path("runs") / name / "latest" : fs::path(out);
  const controller::RunFolder folder(root);
  if (folder.has_results()) return report::read_results(folder.results());
  if (out.empty()) return {};
  throw matrix::InputError(fmt::format("--out: {} holds no results.jsonl", root.string()));
}

// Returns the newest failing record of the cell, or else the newest passing one. Returns null if
// there are no records.
const verdict::CellRecord* find_record(const std::vector<verdict::CellRecord>& records,
                                       const std::string& cell) {
  const verdict::CellRecord* found = nullptr;
  for (const verdict::CellRecord& record : records) {
    if (record.cell != cell || !verdict::row(record.verdict).ran_to_verdict) continue;
    const bool keeps = found != nullptr && found->verdict != verdict::Verdict::kPass &&
                       record.verdict == verdict::Verdict::kPass;
    if (!keeps) found = &record;
  }
  return found;
}

bool is_wrong(const verdict::CellRecord& record) {
  return verdict::verdict_before_expectations(record) == verdict::Verdict::kWrong;
}

// Returns two sizes of the cell to compare, if the cell failed because of its compile time.
std::optional<controller::GrowingCell> growth_of(const PlannedCell& planned,
                                                 const verdict::CellRecord* record,
                                                 const std::vector<verdict::CellRecord>& records,
                                                 const std::string& blow_up) {
  if (const auto sizes = sizes_from(blow_up)) {
    auto growing = controller::growing_cell(planned.cell, {sizes->small, sizes->large});
    if (growing) return growing;
    throw matrix::InputError(
        "--blow-up needs a size to vary, but the cell has neither an axis cp nor an axis layers");
  }
  const bool exploded = record != nullptr && verdict::verdict_before_expectations(*record) ==
                                                 verdict::Verdict::kCompileBlowup;
  return exploded ? controller::growing_cell(*record, records) : std::nullopt;
}

}  // namespace

std::optional<Growth> sizes_from(const std::string& blow_up) {
  if (blow_up.empty()) return std::nullopt;
  if (const auto growth = growth_from(blow_up)) return growth;
  throw matrix::InputError(
      fmt::format("--blow-up: expected a small and a large size, such as 8,12, not '{}'", blow_up));
}

ExportedCell export_cell(const workspace::MatrixArguments& arguments, const std::string& id,
                         const std::string& run, const fs::path& script, const std::string& blow_up,
                         Control nearness) {
  const matrix::Matrix matrix = workspace::load_matrix(arguments);
  const controller::MachineFacts machine = controller::inspect_machine();
  const matrix::Plan plan = matrix::plan(matrix, {machine.gpus});
  const PlannedCell planned = workspace::find_cell(matrix, plan, id);
  const auto records = last_records(run, matrix.name);
  const auto find = [&](const std::string& cell) { return find_record(records, cell); };
  const verdict::CellRecord* record = find(planned.cell.id);
  const bool failed = record != nullptr && record->verdict != verdict::Verdict::kPass;
  const PlannedCell* control =
      failed ? controller::control_of(plan, planned, *record, find) : nullptr;
  std::optional<PlannedCell> nearest;
  if (control != nullptr && nearness == Control::kNearest && is_wrong(*record))
    nearest = training::nearest_control(arguments, planned.cell, control->cell, find);
  if (nearest) control = &*nearest;
  const auto growth = growth_of(planned, record, records, blow_up);
  const std::string request = controller::to_json_text(
      {planned, record, control, controller::trains_on_gpus(planned.cell, machine), growth});
  auto program = controller::script_program(workspace::launch_options("local", 1), request, script);
  if (process::run(std::move(program)) != 0) {
    throw matrix::InputError(fmt::format("{} cannot be exported", planned.cell.id));
  }
  ExportedCell exported{.planned = planned, .ranks = controller::world_size_of(planned.cell)};
  if (growth) {
    exported.ranks = 1;  // the script emulates the other ranks
    exported.growth = Growth{growth->small, growth->large};
  }
  if (failed) exported.failure = *record;
  exported.has_control = control != nullptr;
  const auto asked = nlohmann::json::parse(request);
  if (asked.contains("bounds")) asked["bounds"].get_to(exported.bounds);
  return exported;
}

std::optional<CellOfRun> cell_of_run(const std::string& text) {
  for (std::size_t at = text.find('/', 1); at != std::string::npos; at = text.find('/', at + 1)) {
    const std::string folder = text.substr(0, at);
    if (controller::RunFolder(folder).is_run()) return CellOfRun{folder, text.substr(at + 1)};
  }
  return std::nullopt;
}

}  // namespace gridlock::minimizer
