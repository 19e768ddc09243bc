// The names of files that all hosts of a job are told to write.
#pragma once

#include <filesystem>

namespace gridlock::exec {

// Returns the file that this host writes if all hosts are told to write `file`, which may be in a
// folder that they share. The first host writes `file` itself, and host 2 of the indices 0, 1, 2, …
// writes "verdict.host2.json" for "verdict.json". A pipe or a device is returned as it is.
std::filesystem::path file_of_host(const std::filesystem::path& file, int host);

}  // namespace gridlock::exec
