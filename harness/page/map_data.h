// The data from which the page draws its map of cells.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "harness/verdict/record.h"

namespace gridlock::page {

// Returns an object with "axes" (name, values) and "cells". A cell has its id, verdict, glyph,
// whether it is unexpected, the index of its value on each axis (-1 where the axis does not apply)
// and, for a failure, the anchor of its entry. Of several repetitions the worst is given.
nlohmann::ordered_json map_data(const std::vector<verdict::CellRecord>& records);

}  // namespace gridlock::page
