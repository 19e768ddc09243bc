// gridlock ablate --torch: the script on other versions of torch.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "harness/cli/ablation_tree.h"
#include "harness/cli/minimize_job.h"
#include "minimizer/ablation/versions.h"

namespace gridlock::cli {

// In which of them the failure shows that `measured` is with `python`. Makes environments where
// there are none.
minimizer::VersionResult compare_versions(const std::vector<std::string>& versions,
                                          const MinimizeTask& task,
                                          const minimizer::Measured& measured,
                                          const std::filesystem::path& python,
                                          const AblationTree& tree, const std::stop_token& stop);

}  // namespace gridlock::cli
