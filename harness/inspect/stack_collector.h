// Takes the stacks of all threads of some ranks before the ranks are killed. Uses py-spy, with one
// file per rank. If py-spy is missing or not permitted (ptrace refused), each rank's own
// faulthandler writes the stacks to the rank's log, or to its file for stacks. Never blocks: the
// agent's loop polls finished().
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <span>
#include <vector>

#include "harness/inspect/local_rank.h"
#include "harness/process/fd.h"

namespace gridlock::inspect {

struct StackTarget {
  int rank = 0;
  pid_t pid = -1;
};

// Returns the ranks that still run.
std::vector<StackTarget> stack_targets(std::span<const LocalRank> ranks);

class StackCollector {
 public:
  // `py_spy` is the program, or empty if there is none. protocol::stacks_file() names the files. If
  // `may_signal` is set, a process that handles process::kStacksSignal may receive that signal.
  StackCollector(std::filesystem::path py_spy, std::filesystem::path folder,
                 const std::vector<StackTarget>& targets, bool may_signal = true);

  bool finished();

 private:
  using Clock = std::chrono::steady_clock;
  struct PySpyRun {
    StackTarget target;
    pid_t py_spy = -1;
    process::Fd ended;  // pidfd of py-spy
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

// Returns the py-spy in the folder of `python`, else the one in PATH. Returns an empty path if
// there is none.
std::filesystem::path find_py_spy(const std::filesystem::path& python);

}  // namespace gridlock::inspect
