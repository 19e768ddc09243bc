// Takes the stacks of all threads of some ranks before the ranks are killed. Runs py-spy, which
// writes one file per rank. If py-spy is missing or not permitted (ptrace refused), each rank's
// faulthandler writes the stacks to the rank's log or stacks file. No function blocks: the caller
// polls finished().
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <span>
#include <vector>

#include "harness/inspect/local_rank.h"
#include "harness/process/process_handle.h"

namespace gridlock::inspect {

struct StackTarget {
  int rank = 0;
  pid_t pid = -1;
};

// Returns a target for each rank that is still running.
std::vector<StackTarget> stack_targets(std::span<const LocalRank> ranks);

class StackCollector {
 public:
  // Starts taking stacks. `py_spy` is empty if there is no py-spy. protocol::stacks_file() names
  // the files in `folder`. If `may_signal` is true, processes that handle process::kStacksSignal
  // may get this signal.
  StackCollector(std::filesystem::path py_spy, std::filesystem::path folder,
                 const std::vector<StackTarget>& targets, bool may_signal = true);

  bool finished();

 private:
  using Clock = std::chrono::steady_clock;
  struct PySpyRun {
    StackTarget target;
    pid_t py_spy = -1;
    process::ProcessHandle process;  // py-spy
    Clock::time_point deadline;
  };

  void start_next();
  bool reap(PySpyRun& run);
  void signal_faulthandler(const StackTarget& target);
  std::filesystem::path file_of(const StackTarget& target) const;

  std::filesystem::path py_spy_;
  std::filesystem::path folder_;
  bool may_signal_;
  std::deque<StackTarget> waiting_;
  std::vector<PySpyRun> running_;
  Clock::time_point faulthandler_until_{};
};

// Returns the py-spy in the folder of `python`, or else the one in PATH. Returns an empty path if
// there is none.
std::filesystem::path find_py_spy(const std::filesystem::path& python);

}  // namespace gridlock::inspect
