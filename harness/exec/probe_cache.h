// Keeps a probe that was built once in a folder that several processes share, perhaps on several
// hosts.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace gridlock::exec {

// Returns a part of the folder's name for this machine: processor and version of the C library. A
// probe that was built with a newer C library cannot be loaded with an older one.
std::string machine_key();

// Returns folder/gridlock_probe.so. If there is none, or if it is older than `newest_source`, calls
// build(aside), which builds into an empty folder and returns the path of the file. Only one process
// builds at a time; the others wait. The file appears as a whole. Throws std::runtime_error if the
// folder or the file may have been written by another user, because the probe runs in the ranks.
std::filesystem::path cached_probe(
    const std::filesystem::path& folder, std::filesystem::file_time_type newest_source,
    const std::function<std::filesystem::path(const std::filesystem::path& aside)>& build);

}  // namespace gridlock::exec
