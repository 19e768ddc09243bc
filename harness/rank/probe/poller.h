// Polls NCCL's calls in a separate thread, because they do not signal their completion.
#pragma once

#include <functional>

namespace gridlock::probe {

// Calls is_over() every few milliseconds. Once it returns true, calls then(). Neither function may
// throw or need the GIL. The first call of poll_until_over() starts the thread.
void poll_until_over(std::function<bool()> is_over, std::function<void()> then);

// Polls immediately. A thread calls this before it waits for its device, because CUDA may answer no
// other thread until the wait is over. Does nothing while the polling thread waits for an answer.
void poll_now();

}  // namespace gridlock::probe
