// Looks in a separate thread whether calls on devices are over, because NCCL does not signal it.
#pragma once

#include <functional>

#include "harness/rank/probe/marks.h"
#include "harness/rank/probe/open_calls.h"

namespace gridlock::probe {

// Completes the calls when the stream has passed the mark, which is behind the calls.
void complete_when_passed(device::Handle stream, Mark end, OpenCalls calls);

// Calls is_over() every few milliseconds until it returns true, and then calls then(). Neither
// function may throw or need the GIL. Both are destroyed later, in another thread. For calls
// without a mark.
void poll_until_over(std::function<bool()> is_over, std::function<void()> then);

// Looks once, in the calling thread. A thread that is about to wait for its device calls this,
// because CUDA may not answer other threads until the wait is over. Does nothing while the polling
// thread itself waits for CUDA's answer.
void poll_now();

// The same, but waits while the polling thread looks.
void poll_behind_others();

}  // namespace gridlock::probe
