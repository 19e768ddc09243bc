// The `gridlock exec` command that tries a script.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

// The two functions below return the paths of the outcome and of a hang's evidence in the folder of
// a command.
std::filesystem::path outcome_in(const std::filesystem::path& folder);
std::filesystem::path evidence_in(const std::filesystem::path& folder);

// Returns options that write outcome and evidence into `folder`. A hang without a proof is a
// timeout after `quiet_seconds` without an event.
std::vector<std::string> exec_options(const Launch& launch, const std::filesystem::path& folder,
                                      double quiet_seconds);

// The HANG_LIMIT of a script under gridlock exec. The limit is never reached, because gridlock
// reports a hang sooner even if the machine is busy.
inline constexpr const char* kNoLimit = "3600";

// Returns the command with the options of exec_options(). The command runs `script` with its
// arguments in fresh interpreters of `python`.
std::vector<std::string> exec_command(const std::filesystem::path& gridlock,
                                      const std::filesystem::path& python,
                                      const std::vector<std::string>& options,
                                      const std::filesystem::path& script, const Launch& launch);

}  // namespace gridlock::minimizer
