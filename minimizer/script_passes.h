// Provides the passes over scripts to the engine. Each pass is a file in gridlock_minimizer/passes.
// A ScriptWorker runs the passes.
#pragma once

#include <memory>
#include <vector>

#include "minimizer/pass.h"
#include "minimizer/script_worker.h"

namespace gridlock::minimizer {

// Returns the passes, the most promising first. All Edits that the passes open share `worker`.
// `hangs` states that the failure is a hang in collective calls. A script is then refused if all
// its calls complete. Opening a pass and applying choices throw WorkerError.
std::vector<std::unique_ptr<Pass>> script_passes(const std::shared_ptr<ScriptWorker>& worker,
                                                 bool hangs = false);

}  // namespace gridlock::minimizer
