// The zygote: a process with torch imported, one thread and no CUDA context, that forks spawners.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::zygote {

struct ZygoteOptions {
  std::filesystem::path program;         // this executable, for cold ranks
  std::filesystem::path python;          // the one whose packages are used
  std::filesystem::path package_folder;  // contains the package `gridlock`
};

// Preloads, sends {"ready": true} on `agent`, then forks a spawner for each packet that contains a
// spawner's socket. Returns the exit code of this process, which after a fork may be a spawner's or
// a rank's.
int run_zygote(const ZygoteOptions& options, process::Fd agent);

// The parts of run_zygote(). preload() needs an Interpreter and throws std::runtime_error;
// fork_python() is a fork that keeps Python usable, and returns 0 in the child.
void preload();
pid_t fork_python();
int fork_spawners(process::Fd agent);

// The variable by which tests find the processes of a run (harness/integration/processes.h).
inline constexpr const char* kMark = "GRIDLOCK_TEST_RUN";

// Runs the spawner of cold ranks; each rank is this program started afresh.
int run_cold_spawner(const ZygoteOptions& options, process::Fd agent);

// Runs a cold rank; `descriptors` are the numbers of rank::Descriptors.
int run_cold_rank(const ZygoteOptions& options, const std::vector<int>& descriptors);

}  // namespace gridlock::zygote
