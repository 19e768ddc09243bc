// Finds threads that stand in a call of CUDA's driver, and what they wait for. A program that does
// not read results launches kernels ahead of its device, until the queue of a stream is full. Its
// next launch then spins in the driver, and returns once the stream moves on. While the stream
// stands at a call of a process group, the thread waits for this call.
//
// A thread of the probe looks every few milliseconds. It is not the one that polls calls
// (poller.h), because CUDA may not answer the latter while a thread stands in the driver.
#pragma once

#include "harness/rank/device/hooks.h"

namespace gridlock::probe {

// See device::Hooks::driver_calls.
device::DriverCalls* driver_calls_of_this_thread();

}  // namespace gridlock::probe
