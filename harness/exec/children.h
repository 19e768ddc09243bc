// The child processes of gridlock exec: the ranks and their store, or one command.
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
  bool stopped = false;  // exited after expect_ends(): not a failure
  int code = 0;          // exit code, once it has exited
  int signal = 0;        // the signal that killed the process; 0 if none

  bool failed() const { return !running && !stopped && (code != 0 || signal != 0); }
  bool finished() const { return !running && !stopped && !failed(); }
  std::string exit_reason() const;  // "exited with code 1", "was killed by SIGKILL"
};

class Children {
 public:
  // Starts a rank or a command. Throws std::system_error if the program cannot be started.
  void start(int rank, const process::Program& program);
  void start_store(const process::Program& program);
  // Takes the ranks of the forker, which are numbered from `first`, and its store. reap() adds
  // these processes once the forker has exited.
  void start_forked(int first, RankForker forker);

  // Reaps all processes that have exited, orphans included, and records the exits of children.
  // Throws std::runtime_error if the forker has failed.
  void reap();
  // Call this before stopping the children. From then on, the exit of a child is not a failure.
  void expect_ends() { expected_ = true; }
  // Marks the children that were still running as stopped. The caller has killed and reaped them
  // with process::kill_descendants().
  void mark_stopped();
  // Returns whether a rank, the command or the forker runs. The store does not count, because it
  // never exits by itself.
  bool running() const;
  void signal_all(int number) const;

  const std::vector<Child>& all() const { return children_; }
  // Returns the store if it exited before expect_ends(). Later calls return nullopt.
  std::optional<Child> take_lost_store() { return std::exchange(lost_store_, std::nullopt); }
  std::map<int, pid_t> running_ranks() const;
  // Returns the children that failed, in the order of their exits.
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
