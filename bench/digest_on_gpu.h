// The part of gridlock bench digest that needs a GPU: how fast it digests its memory.
#pragma once

#include <filesystem>
#include <optional>

namespace gridlock::bench {

// Measures a tensor of `bytes` bytes `repeats` times, prints medians and whether the target is met,
// and returns the latter. Returns nothing if there are no digests on GPUs. Leaves files in
// `folder`.
std::optional<bool> gpu_bandwidth_is_met(std::size_t bytes, int repeats,
                                         const std::filesystem::path& folder);

}  // namespace gridlock::bench
