#include "harness/controller/cell_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/controller/compile_times.h"
#include "harness/controller/controller.h"
#include "harness/controller/script_request.h"
#include "harness/text/shell_word.h"
#include "harness/verdict/judge.h"
#include "matrix/cell_file.h"

namespace gridlock::controller {
namespace {

// Returns the folder for --cases: the parent of the case's folder.
std::filesystem::path cases_of(const matrix::PlannedCell& planned) {
  std::filesystem::path folder = planned.recipe.case_folder;
  const std::filesystem::path name = planned.cell.case_name;
  for (auto part = name.begin(); part != name.end(); ++part) folder = folder.parent_path();
  return folder;
}

// Returns the neighbor whose numbers differ, if those of the shared reference do not.
std::string wrong_neighbor(const matrix::PlannedCell& planned, const verdict::CellRecord& record) {
  const verdict::Comparison* broken = broken_comparison(record);
  if (broken == nullptr) return "";
  const bool is_neighbor = std::ranges::any_of(planned.relations, [&](const auto& relation) {
    return relation.neighbor && relation.partner == broken->partner;
  });
  return is_neighbor ? broken->partner : "";
}

}  // namespace

std::string cell_options(const TrainingOptions& options) {
  const TrainingOptions usual;
  std::string text;
  if (options.tier != usual.tier) text += " --tier " + options.tier;
  if (options.repeat != usual.repeat) text += fmt::format(" --repeat {}", options.repeat);
  if (!options.probe) text += " --no-probe";
  return text;
}

std::string cell_matrix(const matrix::Plan& plan, const matrix::PlannedCell& planned,
                        const verdict::CellRecord& record,
                        const std::vector<verdict::CellRecord>& finished,
                        const std::string& options) {
  matrix::CellFileOptions cells{.neighbor = wrong_neighbor(planned, record)};
  if (verdict::verdict_before_expectations(record) == verdict::Verdict::kCompileBlowup)
    cells.added = smaller_cells(record, finished);
  return fmt::format("# Trains this cell again: {}\n#   gridlock run cell.toml --cases {}{}\n{}",
                     record.cell, text::shell_word(cases_of(planned)), options,
                     matrix::cell_file(plan, planned, cells));
}

}  // namespace gridlock::controller
