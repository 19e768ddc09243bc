// Runs functions in a thread of the probe's own. Whatever calls CUDA, and may take forever while
// another thread stands in the driver, belongs there.
#pragma once

#include <functional>

namespace gridlock::probe {

// Calls the function in a thread of its own, on the device of the calls, after all earlier ones.
void run_later(std::function<void()> function);

}  // namespace gridlock::probe
