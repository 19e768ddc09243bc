// A process that has imported torch and starts runs whose zygotes have imported it too, for tests,
// which start many runs. Each process of a run is forked from its future parent and then becomes
// the program that it would have been started as:
//
//   server                      this process; torch imported, one thread
//     gridlock run              executed in the first fork, a child of the test
//       └─ gridlock-agent       executed in a fork of that, once the run asks for it
//            └─ zygote          a fork of that; continues like run_zygote(), without a preload
//
// A zygote that dies is replaced as usual, by one that is started afresh.
#pragma once

#include "harness/process/fd.h"
#include "harness/zygote/zygote.h"

namespace gridlock::zygote {

// Preloads, sends {"ready": true} on `test`, then starts a run for each protocol::WarmRun. Returns
// when the test is gone; in forks, returns like run_zygote().
int run_warm_server(const ZygoteOptions& options, process::Fd test);

}  // namespace gridlock::zygote
