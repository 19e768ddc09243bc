// Where this process's threads come from, for whoever must know which of them are harmless.
#pragma once

namespace gridlock::probe {

// From now on the ring is told of threads that begin and end, where LD_PRELOAD has brought the
// library that sees it (harness/rank/threads/births.h). Without it the origin of no thread is
// known. Once for each ring.
void watch_threads();

}  // namespace gridlock::probe
