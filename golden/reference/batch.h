// The dense case's training data.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace gridlock::golden::reference {

// Tokens and their successors, int64 [16, 64].
struct Batch {
  at::Tensor inputs, targets;
};

// Returns random tokens below `vocabulary`, from torch's CPU generator with seed 1000 * seed +
// step. Python's torch returns the same tokens.
Batch batch_of(std::uint64_t seed, int step, std::int64_t vocabulary);

}  // namespace gridlock::golden::reference
