// Describes, for a terminal, where two training runs diverge (numeric_divergence.h).
#pragma once

#include <string>

#include "golden/numeric_divergence.h"

namespace gridlock::golden {

// Returns text such as "forward: output of blocks.0.attention in step 0".
std::string location_text(const TensorKey& key);

// Returns several lines: where the training runs diverge, by how much, which tensors before agreed,
// the largest differences with their indices and ranks, and a map of the difference over the
// tensor. Each line ends with a newline.
std::string explain(const NumericDivergence& divergence, CompareMode mode);

}  // namespace gridlock::golden
