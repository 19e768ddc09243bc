// Counts the processes that the kernel has killed because memory ran out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace gridlock::process {

// Returns how many processes of this process's control group (in version 2, also of the groups below
// it) the kernel has killed. Returns nullopt if the kernel does not say. `root` is the folder that contains
// proc/ and sys/.
std::optional<std::uint64_t> oom_kills(const std::filesystem::path& root = "/");

}  // namespace gridlock::process
