// The JSON that `gridlock ablate --json` writes.
#pragma once

#include <string>

#include "minimizer/ablation/script_ablation.h"
#include "minimizer/ablation/versions.h"
#include "minimizer/tasks/minimize_task.h"

namespace gridlock::cli {

// Returns the JSON text. `versions` has no answers if no versions of torch were requested.
std::string json_text(const minimizer::Ablated& ablated, const minimizer::VersionResult& versions,
                      const minimizer::MinimizeTask& task);

}  // namespace gridlock::cli
