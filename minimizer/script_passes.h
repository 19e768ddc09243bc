// The passes over scripts, for the engine: gridlock_minimizer/passes, one file each, served by a
// ScriptWorker.
#pragma once

#include <memory>
#include <vector>

#include "minimizer/pass.h"
#include "minimizer/script_worker.h"

namespace gridlock::minimizer {

// Returns the passes in the order in which they are worth trying. `worker` is shared with the edits
// that they open. `hangs`: the failure is a hang in collective calls, so a script is refused if all
// its calls complete. Opening and applying throw WorkerError.
std::vector<std::unique_ptr<Pass>> script_passes(const std::shared_ptr<ScriptWorker>& worker,
                                                 bool hangs = false);

}  // namespace gridlock::minimizer
