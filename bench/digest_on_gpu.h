// How fast a GPU digests its memory: the part of gridlock bench digest that needs one.
#pragma once

#include <filesystem>
#include <optional>

namespace gridlock::bench {

// Measures a tensor of so many bytes, each this many times, prints medians and whether the target
// is met, and returns that. Nothing where there are no digests on GPUs. Leaves files in `folder`.
std::optional<bool> gpu_bandwidth_is_met(std::size_t bytes, int repeats,
                                         const std::filesystem::path& folder);

}  // namespace gridlock::bench
