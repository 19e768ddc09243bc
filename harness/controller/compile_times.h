// Is a compile past what smaller cells of the same run predict?
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
// finished cells that differ from it in cp alone, or else in the number of layers alone; past the
// bound is what takes more than `growth` times what they predict. Nothing where there is none.
std::optional<diagnosis::Blowup> find_blowup(const verdict::CellRecord& record,
                                             const std::vector<verdict::CellRecord>& finished,
                                             double seconds,
                                             double growth = diagnosis::kGrowth);

// The cells of the plan, as indices, in the order in which they are trained: that of the plan, but
// among cells that differ in size alone the smaller ones first, in the places that these have
// together. What compiles far longer than it should is known by them. References stay in front.
std::vector<std::size_t> order_of_training(const matrix::Plan& plan);

// A cell in other sizes.
struct GrowingCell {
  std::map<std::string, int> axes;  // in multiples of the size: {"cp", 1}, {"world_size", 2}
  int small = 0, large = 0;         // sizes to be compared
};

// In two sizes that compile within seconds: those of the largest cell whose compile ended, and, by
// how compile time has grown by then and up to this cell, of one that takes some ten seconds.
// Nothing where no smaller cell is known.
std::optional<GrowingCell> growing_cell(const verdict::CellRecord& record,
                                        const std::vector<verdict::CellRecord>& finished);

// In these sizes; nothing where the cell has no axis that its graph grows with.
std::optional<GrowingCell> growing_cell(const matrix::Cell& cell, std::pair<int, int> sizes);

}  // namespace gridlock::controller
