// The zygote: a process that has imported torch and has one thread and no CUDA context. It forks
// spawners, which fork ranks. These ranks need not import torch.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::zygote {

struct ZygoteOptions {
  std::filesystem::path program;         // this executable, for cold ranks
  std::filesystem::path python;          // the Python installation or virtual environment to use
  std::filesystem::path package_folder;  // contains the package `gridlock`
};

// Preloads torch, sends {"ready": true} on `agent`, and then forks a spawner for each packet, which
// contains the spawner's socket. Returns the exit code of this process. After a fork, this process
// may be a spawner or a rank.
int run_zygote(const ZygoteOptions& options, process::Fd agent);

// The two steps of run_zygote() after Python has started. preload() needs an Interpreter and throws
// std::runtime_error. fork_python() is a fork that keeps Python usable; it returns 0 in the child.
void preload();
pid_t fork_python();
int fork_spawners(process::Fd agent);

// Environment variable with which tests find the processes of a run
// (harness/integration/processes.h).
inline constexpr const char* kMark = "GRIDLOCK_TEST_RUN";

// Runs the spawner of cold ranks. Each rank is a new process of this program.
int run_cold_spawner(const ZygoteOptions& options, process::Fd agent);

// Runs a cold rank. `descriptors` are the numbers of the descriptors in rank::Descriptors.
int run_cold_rank(const ZygoteOptions& options, const std::vector<int>& descriptors);

}  // namespace gridlock::zygote
