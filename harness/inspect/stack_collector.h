// Takes the stacks of all threads of some ranks before they are killed. Uses py-spy, with one file
// a rank. If py-spy is missing or may not look (ptrace refused), each rank's own faulthandler
// writes the stacks to its log, or to its file for stacks. Never blocks: the agent's loop polls
// finished().
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
  // `py_spy` is the program; empty if there is none. Files are named by protocol::stacks_file().
  // With `may_ask`, a process that handles process::kStacksSignal may be sent it.
  StackCollector(std::filesystem::path py_spy, std::filesystem::path folder,
                 const std::vector<StackTarget>& targets, bool may_ask = true);

  bool finished();

 private:
  using Clock = std::chrono::steady_clock;
  struct Look {
    StackTarget target;
    pid_t py_spy = -1;
    process::Fd ended;  // pidfd of py-spy
    Clock::time_point deadline;
  };

  void begin_next();
  bool over(Look& look);
  void ask_faulthandler(const StackTarget& target);
  std::filesystem::path file_of(const StackTarget& target) const;

  std::filesystem::path py_spy_;
  std::filesystem::path folder_;
  bool may_ask_;
  std::deque<StackTarget> waiting_;
  std::vector<Look> looks_;
  Clock::time_point faulthandler_until_{};
};

// Returns the py-spy beside `python`, else the one in PATH; empty if there is none.
std::filesystem::path find_py_spy(const std::filesystem::path& python);

}  // namespace gridlock::inspect
