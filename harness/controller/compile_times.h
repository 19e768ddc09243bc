// Decides whether a compile takes longer than expected from smaller cells of the same run.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/diagnosis/blowup.h"
#include "harness/verdict/record.h"
#include "matrix/plan.h"

namespace gridlock::controller {

// Compares the unfinished compile of `record`, which has taken `seconds` so far, with the compiles
// of smaller finished cells that differ from `record` only in cp. If no such cell exists, uses
// cells that differ only in the number of layers. The result says whether the compile has taken
// more than `growth` times the predicted time. Returns nullopt if there is no cell to compare with.
std::optional<diagnosis::Blowup> find_blowup(const verdict::CellRecord& record,
                                             const std::vector<verdict::CellRecord>& finished,
                                             double seconds,
                                             double growth = diagnosis::kGrowth);

// Returns the ids of the smaller cells with which find_blowup() compares the record.
std::vector<std::string> smaller_cells(const verdict::CellRecord& record,
                                       const std::vector<verdict::CellRecord>& finished);

// Returns the indices of the plan's cells in the order of training. This is the order of the plan,
// except that cells that differ only in size are sorted by size. The compile times of the smaller
// cells then predict how long a larger one may take. References stay in front.
std::vector<std::size_t> training_order(const matrix::Plan& plan);

// Two sizes of a cell, whose compile times a script compares, and the axes that grow with the size.
struct GrowingCell {
  std::map<std::string, int> axes;  // axis -> its value / size: {"cp", 1}, {"world_size", 2}
  int small = 0, large = 0;         // the sizes to compare
};

// Chooses two sizes that compile within seconds. The small size is that of the largest cell below
// `record` whose compile ended. The large size should take about ten seconds, estimated from the
// compile times of the cells below `record` and of `record` itself. Returns nullopt if no smaller
// cell has ended its compile.
std::optional<GrowingCell> growing_cell(const verdict::CellRecord& record,
                                        const std::vector<verdict::CellRecord>& finished);

// Returns the axes of `cell` that grow, with `sizes` (small, large) as the sizes to compare.
// Returns nullopt if no axis of the cell determines the size of its graph.
std::optional<GrowingCell> growing_cell(const matrix::Cell& cell, std::pair<int, int> sizes);

}  // namespace gridlock::controller
