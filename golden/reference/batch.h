// What the dense case trains on.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace gridlock::golden::reference {

// Tokens and those that follow them, int64 [16, 64].
struct Batch {
  at::Tensor inputs, targets;
};

// Random tokens below `vocabulary`, from torch's generator for CPUs with seed 1000 * seed + step:
// the numbers that Python gets from it.
Batch batch_of(std::uint64_t seed, int step, std::int64_t vocabulary);

}  // namespace gridlock::golden::reference
