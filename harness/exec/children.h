// The processes that an exec starts: its ranks and their store, or its single command.
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
  int rank = -1;     // -1 for a command
  pid_t pid = -1;
  bool running = true;
  bool stopped = false;  // it ended after expect_ends()
  int code = 0;          // exit code, once it has exited
  int signal = 0;        // the signal that killed it

  bool failed() const { return !running && !stopped && (code != 0 || signal != 0); }
  bool finished() const { return !running && !stopped && !failed(); }
  std::string exit_reason() const;  // "exited with code 1", "was killed by SIGKILL"
};

class Children {
 public:
  // Starts a rank or a command. Throws std::system_error if the program cannot be started.
  void start(int rank, const process::Program& program);
  void start_store(const process::Program& program);
  // Adds ranks `first`, `first` + 1, … and the store, once the forker has exited.
  void start_forked(int first, RankForker forker);

  // Records the children that have ended, and reaps orphans. Throws std::runtime_error if the ranks
  // could not be forked.
  void reap();
  // Records that all children are being ended. From then on, the end of a child is not a failure.
  void expect_ends() { expected_ = true; }
  // Marks the children that were still running as stopped. They were killed, and other code has
  // reaped them.
  void mark_stopped();
  bool running() const;  // the store does not count: it never ends by itself
  void signal_all(int number) const;

  const std::vector<Child>& all() const { return children_; }
  // Returns the store, once, if it ended while ranks may still need it.
  std::optional<Child> take_lost_store() { return std::exchange(lost_store_, std::nullopt); }
  std::map<int, pid_t> running_ranks() const;
  // Returns the children that failed, in the order of their ends.
  const std::vector<Child>& failures() const { return failures_; }

 private:
  struct Exit {
    pid_t pid;
    int status;
  };
  void record_exit(const Exit& exit);
  void take_forked(int status);

  std::vector<Child> children_;
  pid_t store_ = -1;
  std::optional<RankForker> forker_;  // set until its ranks are released
  bool forking_ = false;
  int first_forked_ = 0;
  std::optional<Child> lost_store_;
  bool expected_ = false;
  std::vector<Child> failures_;
};

}  // namespace gridlock::exec
