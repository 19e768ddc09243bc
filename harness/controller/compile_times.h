// Decides whether a compile takes longer than smaller cells of the same run predict.
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

// Compares the unfinished compile of `record`, which has taken `seconds`, with the compiles of
// smaller finished cells. These cells differ from it only in cp or, if there are none, only in the
// number of layers. The result says whether the compile takes more than `growth` times the
// predicted time. Returns nullopt if there are no cells to compare with.
std::optional<diagnosis::Blowup> find_blowup(const verdict::CellRecord& record,
                                             const std::vector<verdict::CellRecord>& finished,
                                             double seconds,
                                             double growth = diagnosis::kGrowth);

// Returns the indices of the plan's cells in the order of training. This is the order of the plan,
// except that cells that differ only in size are sorted by size. The compile times of the smaller
// cells then predict how long a larger one may take. References stay in front.
std::vector<std::size_t> training_order(const matrix::Plan& plan);

// A cell, and the two sizes in which to train it to see how its compile time grows.
struct GrowingCell {
  std::map<std::string, int> axes;  // factors of the size, such as {"cp", 1}, {"world_size", 2}
  int small = 0, large = 0;         // the sizes to compare
};

// Chooses two sizes that compile within seconds. The first is the size of the largest smaller cell
// whose compile ended. The second is the size that should take about ten seconds, according to the
// growth of compile time up to the first size, and from there to `record`. Returns nullopt if no
// smaller cell is known.
std::optional<GrowingCell> growing_cell(const verdict::CellRecord& record,
                                        const std::vector<verdict::CellRecord>& finished);

// Takes the two sizes as given. Returns nullopt if no axis of the cell determines the size of its
// graph.
std::optional<GrowingCell> growing_cell(const matrix::Cell& cell, std::pair<int, int> sizes);

}  // namespace gridlock::controller
