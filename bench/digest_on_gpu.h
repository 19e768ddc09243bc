// The part of gridlock bench digest that needs a GPU: how fast the GPU digests GPU memory.
#pragma once

#include <filesystem>
#include <optional>

namespace gridlock::bench {

// Measures the digest of a tensor of `bytes` bytes `repeats` times, prints medians, and prints and
// returns whether the target is met. Returns nothing if gridlock has no digests on GPUs. Leaves
// files in `folder`.
std::optional<bool> gpu_bandwidth_is_met(std::size_t bytes, int repeats,
                                         const std::filesystem::path& folder);

}  // namespace gridlock::bench
