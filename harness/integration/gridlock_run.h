// One start of the real gridlock, with all processes below it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/integration/came_true.h"
#include "harness/integration/processes.h"
#include "harness/integration/workspace.h"
#include "harness/process/fd.h"

namespace gridlock::integration {

using Words = std::vector<std::string>;
using Environment = std::map<std::string, std::string>;

// Returns the words that run a matrix of this folder with the folder's cases. The run writes to the
// workspace's folder out/, unless `more` has an --out.
Words run_words(const std::string& matrix, const Words& more = {});

// Returns the words of run_words() without --out, so the run writes to the workspace's folder
// runs/.
Words runs_words(const std::string& matrix, const Words& more = {});

// Returns the words after `./gridlock` in a command that gridlock printed, parsed as a shell does.
// A backslash at a line's end continues the line.
Words pasted(const std::string& command);

// Returns the words that run an exec with the tests' Python.
Words exec_words(const Words& more);

class GridlockRun {
 public:
  // Starts gridlock in the workspace, which must outlive it, or in another `folder`.
  GridlockRun(const Workspace& workspace, const Words& arguments,
              const Environment& environment = {}, const std::filesystem::path& folder = {});
  ~GridlockRun();  // kills all remaining processes
  GridlockRun(const GridlockRun&) = delete;
  GridlockRun& operator=(const GridlockRun&) = delete;

  pid_t pid() const { return pid_; }
  // Checks once, and returns true as long as gridlock itself has not ended.
  bool is_running();
  // Waits until gridlock ends, and returns its exit code, or 128 + the signal that killed it.
  int exit_code();
  // Returns the output so far.
  std::string output() const;

  std::vector<Process> processes() const { return find_processes(mark_); }
  std::vector<Process> processes(Kind kind) const { return of_kind(kind, processes()); }
  // Waits until a process of that kind exists, and returns the first such process.
  Process wait_for(Kind kind) const;
  // Returns whether, within `seconds`, gridlock ends and no process of this run is left.
  bool nothing_is_left(double seconds);

  // Waits until `condition` returns true. If that takes too long, throws std::runtime_error with
  // `what`, the output and the processes of this run.
  template <typename Condition>
  void wait_until(const std::string& what, Condition condition) const {
    if (!came_true(condition, kTimeoutSeconds)) fail_waiting(what);
  }

 private:
  [[noreturn]] void fail_waiting(const std::string& what) const;

  std::string mark_;
  process::Fd log_;
  pid_t pid_ = -1;
  bool ended_ = false;
  int exit_code_ = 0;
};

}  // namespace gridlock::integration
