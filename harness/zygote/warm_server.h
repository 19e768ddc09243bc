// A server process that has imported torch and starts runs whose zygotes inherit the import. Tests
// that start many runs use it. Below, each process is forked from the process above it. It then
// becomes the program that an ordinary run would start:
//
//   server                      this process: torch imported, one thread
//     gridlock run              executed in the first fork, a child of the test
//       └─ gridlock-agent       executed in a fork of that, once the run asks for it
//            └─ zygote          a fork of that; continues like run_zygote(), without a preload
//
// If a zygote dies, the agent starts a new zygote in the ordinary way.
#pragma once

#include "harness/process/fd.h"
#include "harness/zygote/zygote.h"

namespace gridlock::zygote {

// Preloads torch, sends {"ready": true} on `test`, and then starts a run for each
// protocol::WarmRun. Exits when the test's process has ended. Returns only in a forked process,
// with the result of run_zygote().
int run_warm_server(const ZygoteOptions& options, process::Fd test);

}  // namespace gridlock::zygote
