// Measures how fast the GPU digests GPU memory, as a part of gridlock bench digest.
#pragma once

#include <filesystem>
#include <optional>

namespace gridlock::bench {

// Measures the digest of a tensor of `bytes` bytes `repeats` times. Prints the medians and whether
// the target is met. Returns whether it is met, or nothing if gridlock has no digests on GPUs.
// Leaves files in `folder`.
std::optional<bool> gpu_bandwidth_is_met(std::size_t bytes, int repeats,
                                         const std::filesystem::path& folder);

}  // namespace gridlock::bench
