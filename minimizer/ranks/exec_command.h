// Builds the `gridlock exec` command that tries a script.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

// Return the paths that a command writes in `folder`: the outcome, and the evidence of a hang.
std::filesystem::path outcome_in(const std::filesystem::path& folder);
std::filesystem::path evidence_in(const std::filesystem::path& folder);

// Returns options that write the outcome and the evidence into `folder`. A hang without a proof
// ends as a timeout after `quiet_seconds` without an event.
std::vector<std::string> exec_options(const Launch& launch, const std::filesystem::path& folder,
                                      double quiet_seconds);

// The HANG_LIMIT of a script under gridlock exec. It is so long that gridlock always reports a hang
// sooner, even if the machine is busy.
inline constexpr const char* kNoLimit = "3600";

// Returns the command with the options of exec_options(). The command runs `script` with its
// arguments in fresh interpreters of `python`.
std::vector<std::string> exec_command(const std::filesystem::path& gridlock,
                                      const std::filesystem::path& python,
                                      const std::vector<std::string>& options,
                                      const std::filesystem::path& script, const Launch& launch);

}  // namespace gridlock::minimizer
