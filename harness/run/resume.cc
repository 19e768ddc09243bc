#include "harness/run/resume.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "harness/report/results_log.h"
#include "harness/run/code.h"
#include "harness/text/names.h"
#include "harness/text/path.h"
#include "harness/text/quantity.h"
#include "matrix/diagnostic.h"

namespace gridlock::run {
namespace {

// Returns text about results that belong to another matrix file of the same name or to an unknown
// matrix.
std::string foreign_results(const controller::RunFolder& folder, const matrix::Plan& plan,
                            const std::optional<Identity>& stored, const Identity& requested) {
  const auto records = report::read_results(folder.results());
  const auto foreign = std::ranges::count_if(
      records, [&](const auto& record) { return plan.find(record.cell) == nullptr; });
  if (foreign == 0) return "";
  const std::string whose = stored ? "of " + stored->file : "of an unknown matrix";
  return fmt::format("{}, not of {}, which has no cell for {} of the {} results", whose,
                     requested.file.empty() ? requested.matrix : requested.file, foreign,
                     records.size());
}

}  // namespace

void check_resumable(const controller::RunFolder& folder, const matrix::Plan& plan,
                     const Identity& requested) {
  const auto stored = read_identity(folder);
  std::vector<std::string> wrong;
  if (stored) wrong = differences(*stored, requested);
  if (wrong.empty() && (!stored || stored->file != requested.file)) {
    const std::string foreign = foreign_results(folder, plan, stored, requested);
    if (!foreign.empty()) wrong.push_back(foreign);
  }
  if (wrong.empty()) return;
  throw matrix::InputError(fmt::format(
      "cannot resume: {} holds a run {}. Resume it with the matrix and the options that it was "
      "started with, or choose another folder",
      text::shown_path(folder.root()), fmt::join(wrong, "; ")));
}

std::string edits_since(const controller::RunFolder& folder, const Identity& requested) {
  const auto stored = read_identity(folder);
  if (!stored || stored->code.empty()) return "";
  const auto files = edited(stored->code, requested.code);
  if (files.empty()) return "";
  return fmt::format("{} of the case {} edited", text::enumeration(files),
                     files.size() == 1 ? "was" : "were");
}

void check_unedited(const controller::RunFolder& folder, const Identity& requested) {
  const std::string edits = edits_since(folder, requested);
  const auto results = report::read_results(folder.results()).size();
  if (edits.empty() || results == 0) return;
  throw matrix::InputError(fmt::format(
      "cannot resume: {} since {} began. Its {} would be mixed with results of the edited code. "
      "Omit --resume to train all cells again, or add --despite-edits to keep the results",
      edits, text::shown_path(folder.root()), text::count_of(results, "result")));
}

}  // namespace gridlock::run
