#include "harness/workspace/find_cell.h"

#include <fmt/format.h>

#include <vector>

#include "harness/text/names.h"
#include "matrix/diagnostic.h"
#include "matrix/schema.h"

namespace gridlock::workspace {
namespace {

using matrix::PlannedCell;

constexpr std::size_t kMostNamed = 5;

// Returns the only cell whose id begins with `id`, or null if there is none. Throws if there are
// several.
const PlannedCell* beginning_with(const matrix::Plan& plan, const std::string& id) {
  std::vector<const PlannedCell*> begun;
  for (const PlannedCell& planned : plan.cells) {
    if (planned.cell.id.starts_with(id)) begun.push_back(&planned);
  }
  if (begun.size() <= 1) return begun.empty() ? nullptr : begun.front();
  std::string named;
  for (std::size_t i = 0; i < begun.size() && i < kMostNamed; ++i) {
    named += "\n  " + begun[i]->cell.id;
  }
  throw matrix::InputError(fmt::format("'{}' is the beginning of {} cell ids:{}{}", id,
                                       begun.size(), named,
                                       begun.size() > kMostNamed ? "\n  …" : ""));
}

PlannedCell outside_of_plan(const matrix::Matrix& matrix, const matrix::Plan& plan,
                            const std::string& id) {
  PlannedCell other;
  other.cell = matrix::parse_id(matrix.schema(), id);
  if (plan.cells.empty()) throw matrix::InputError("the matrix has no cells");
  other.recipe = plan.cells.front().recipe;
  return other;
}

}  // namespace

PlannedCell find_cell(const matrix::Matrix& matrix, const matrix::Plan& plan,
                      const std::string& id) {
  if (const PlannedCell* planned = plan.find(id)) return *planned;
  if (const PlannedCell* planned = beginning_with(plan, id)) return *planned;
  try {
    return outside_of_plan(matrix, plan, id);
  } catch (const matrix::InputError& error) {
    std::vector<std::string> ids;
    for (const PlannedCell& planned : plan.cells) ids.push_back(planned.cell.id);
    throw matrix::InputError(
        fmt::format("unknown cell '{}'{}: {}", id, text::did_you_mean(id, ids), error.what()));
  }
}

}  // namespace gridlock::workspace
