// The origin of this process's threads, to find those that are harmless.
#pragma once

namespace gridlock::probe {

// From now on the ring records threads that begin and end, where LD_PRELOAD has brought the
// library that sees it (harness/rank/threads/births.h). Without it the origin of no thread is
// known. Once for each ring.
void watch_threads();

}  // namespace gridlock::probe
