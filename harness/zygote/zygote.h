// The zygote: a process with torch imported, one thread and no CUDA context. The zygote forks
// spawners.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::zygote {

struct ZygoteOptions {
  std::filesystem::path program;         // this executable, for cold ranks
  std::filesystem::path python;          // the Python executable whose packages are used
  std::filesystem::path package_folder;  // contains the package `gridlock`
};

// Preloads, sends {"ready": true} on `agent`, then forks a spawner for each packet that contains a
// spawner's socket. Returns this process's exit code. After a fork, this process may be a spawner
// or a rank.
int run_zygote(const ZygoteOptions& options, process::Fd agent);

// The steps of run_zygote(). preload() needs an Interpreter and throws std::runtime_error.
// fork_python() is a fork that keeps Python usable, and returns 0 in the child.
void preload();
pid_t fork_python();
int fork_spawners(process::Fd agent);

// The environment variable by which tests find the processes of a run
// (harness/integration/processes.h).
inline constexpr const char* kMark = "GRIDLOCK_TEST_RUN";

// Runs the spawner of cold ranks. Each rank is a newly started process of this program.
int run_cold_spawner(const ZygoteOptions& options, process::Fd agent);

// Runs a cold rank; `descriptors` are the numbers of rank::Descriptors.
int run_cold_rank(const ZygoteOptions& options, const std::vector<int>& descriptors);

}  // namespace gridlock::zygote
