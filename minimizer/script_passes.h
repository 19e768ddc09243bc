// The passes over scripts, as the engine sees them: gridlock_minimizer/passes, one file each,
// served by a ScriptWorker.
#pragma once

#include <memory>
#include <vector>

#include "minimizer/pass.h"
#include "minimizer/script_worker.h"

namespace gridlock::minimizer {

// In the order in which they are worth trying. `worker` is shared with what they open. `hangs`: the
// failure is a hang in collective calls, so scripts all of whose calls complete are refused.
// Opening and applying throw WorkerError.
std::vector<std::unique_ptr<Pass>> script_passes(const std::shared_ptr<ScriptWorker>& worker,
                                                 bool hangs = false);

}  // namespace gridlock::minimizer
