// A process that has imported torch, and from which runs are started whose zygotes have, too: for tests,
// which start many runs. Each process of a run is forked from the one that will be its parent, and
// then becomes what it would have been started as:
//
//   server                      this process; torch imported, one thread
//     gridlock run              executed in the first fork, a child of the test
//       └─ gridlock-agent       executed in a fork of that, once the run asks for it
//            └─ zygote          a fork of that; goes on as run_zygote() does, without a preload
//
// A zygote that dies is replaced as ever: by one that is started afresh.
#pragma once

#include "harness/process/fd.h"
#include "harness/zygote/zygote.h"

namespace gridlock::zygote {

// Preloads, says {"ready": true} on `test`, then starts a run for each protocol::WarmRun. Returns when
// the test is gone; in forks, like run_zygote().
int run_warm_server(const Options& options, process::Fd test);

}  // namespace gridlock::zygote
