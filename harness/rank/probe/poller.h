// Polls NCCL's calls, which do not signal their completion, from a thread of its own.
#pragma once

#include <functional>

namespace gridlock::probe {

// Calls is_over() every few milliseconds, and then() once is_over() returns true. Takes no GIL;
// neither function may throw. The thread starts with the first call.
void poll_until_over(std::function<bool()> is_over, std::function<void()> then);

// Polls at once, for a thread that is about to wait for its device: CUDA may answer no other thread
// until that wait is over. Does nothing while the polling thread waits for an answer.
void poll_now();

}  // namespace gridlock::probe
