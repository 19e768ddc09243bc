// Implements gridlock ablate --torch, which runs the script on other versions of torch.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "harness/cli/ablation_tree.h"
#include "harness/cli/minimize_task.h"
#include "minimizer/ablation/versions.h"

namespace gridlock::cli {

// Finds the versions of torch in which the failure of `measured` occurs. The failure was observed
// with `python`. Missing Python environments are created.
minimizer::VersionResult compare_versions(const std::vector<std::string>& versions,
                                          const MinimizeTask& task,
                                          const minimizer::Measured& measured,
                                          const std::filesystem::path& python,
                                          const AblationTree& tree, const std::stop_token& stop);

}  // namespace gridlock::cli
