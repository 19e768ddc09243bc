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

// Compares the compile of `record`, which has taken `seconds` and is not over, with those of
// finished cells that differ from it in cp alone, or else in the number of layers alone. A compile
// is past the bound if it takes more than `growth` times the prediction. Returns nullopt if there
// are no such cells.
std::optional<diagnosis::Blowup> find_blowup(const verdict::CellRecord& record,
                                             const std::vector<verdict::CellRecord>& finished,
                                             double seconds,
                                             double growth = diagnosis::kGrowth);

// Returns the plan's cells, as indices, in the order of training: the plan's order, except that
// cells which differ only in size are sorted, smaller first, within the positions that they occupy
// together. A compile that takes too long is recognized by these smaller cells. References stay in
// front.
std::vector<std::size_t> training_order(const matrix::Plan& plan);

// A cell in two other sizes.
struct GrowingCell {
  std::map<std::string, int> axes;  // as multiples of the size: {"cp", 1}, {"world_size", 2}
  int small = 0, large = 0;         // the sizes to compare
};

// Chooses two sizes that compile within seconds: the size of the largest smaller cell whose compile
// ended, and the size at which the growth of compile time, up to that cell and from there to this
// cell, predicts some ten seconds. Returns nullopt if no smaller cell is known.
std::optional<GrowingCell> growing_cell(const verdict::CellRecord& record,
                                        const std::vector<verdict::CellRecord>& finished);

// Uses the given sizes; returns nullopt if the cell has no axis that its graph grows with.
std::optional<GrowingCell> growing_cell(const matrix::Cell& cell, std::pair<int, int> sizes);

}  // namespace gridlock::controller
