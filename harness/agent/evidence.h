// What is kept of a cell that failed: a folder with, for each rank, what it printed and what its
// ring recorded (beside the stacks that StackCollector put there).
#pragma once

#include <filesystem>
#include <vector>

#include "harness/agent/team.h"

namespace gridlock::agent {

// False when nothing could be written (a full disk): the verdict stands without it.
bool write_evidence(const std::filesystem::path& folder, const std::vector<Member>& ranks);

}  // namespace gridlock::agent
