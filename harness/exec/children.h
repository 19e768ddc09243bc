// The processes that an exec starts: its ranks, or the one command, and the store of its ranks.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/exec/rank_forker.h"
#include "harness/process/spawn.h"

namespace gridlock::exec {

struct Child {
  std::string name;  // "rank 2", "python"
  int rank = -1;     // -1: a command
  pid_t pid = -1;
  bool running = true;
  bool stopped = false;  // it was being ended when it ended
  int code = 0;          // once it has exited
  int signal = 0;        // that killed it

  bool failed() const { return !running && !stopped && (code != 0 || signal != 0); }
  bool finished() const { return !running && !stopped && !failed(); }
  std::string end() const;  // "exited with code 1", "was killed by SIGKILL"
};

class Children {
 public:
  // Throws std::system_error where there is no such program.
  void start(int rank, const process::Program& program);
  void start_store(const process::Program& program);
  // The ranks from `first` on, and the store, are there once this one has ended.
  void start_forked(int first, RankForker forker);

  // Takes note of those that have ended, and reaps orphans. Throws std::runtime_error where ranks
  // cannot be forked.
  void reap();
  // From now on an end is no failure: they are being ended.
  void expect_ends() { expected_ = true; }
  // Children that still ran were ended, and another part reaped them.
  void forget();
  bool running() const;  // the store does not count: it never ends by itself
  void signal_all(int number) const;

  const std::vector<Child>& all() const { return children_; }
  // The store, where it has ended though ranks may need it; given once.
  std::optional<Child> take_lost_store() { return std::exchange(lost_store_, std::nullopt); }
  std::map<int, pid_t> running_ranks() const;
  // Those that failed, in that order.
  const std::vector<Child>& failures() const { return failures_; }

 private:
  struct Ended {
    pid_t pid;
    int status;
  };
  void note(const Ended& ended);
  void take_forked(int status);

  std::vector<Child> children_;
  pid_t store_ = -1;
  std::optional<RankForker> forker_;  // until its ranks are let go
  bool forking_ = false;
  int first_forked_ = 0;
  std::optional<Child> lost_store_;
  bool expected_ = false;
  std::vector<Child> failures_;
};

}  // namespace gridlock::exec
