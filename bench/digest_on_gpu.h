// The part of gridlock bench digest that measures how fast a GPU digests its memory.
#pragma once

#include <filesystem>
#include <optional>

namespace gridlock::bench {

// Digests a tensor of `bytes` bytes `repeats` times. Prints the medians and whether the target is
// met. Returns whether it is met, or nullopt if the measurement fails, for example because gridlock
// was built without digests on GPUs. Leaves files in `folder`.
std::optional<bool> gpu_bandwidth_is_met(std::size_t bytes, int repeats,
                                         const std::filesystem::path& folder);

}  // namespace gridlock::bench
