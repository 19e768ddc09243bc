// Runs the real gridlock program, and kills all of its processes at the end.
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

// Returns the arguments of a run of matrices/MATRIX.toml with the cases of this folder. The run
// writes to out/ in the workspace, unless `more` has an --out.
Words run_words(const std::string& matrix, const Words& more = {});

// Returns the arguments of run_words() without --out, so that the run writes to runs/ in the
// workspace.
Words runs_words(const std::string& matrix, const Words& more = {});

// Returns the arguments in a `gridlock …` command that gridlock has printed, split as a shell
// splits them. A backslash at the end of a line continues the command.
Words pasted(const std::string& command);

// Returns the arguments of a `gridlock exec` with the Python of the tests.
Words exec_words(const Words& more);

class GridlockRun {
 public:
  // Starts gridlock in the workspace or in `folder`. The workspace must outlive this object. If
  // `output` is a descriptor, gridlock writes there, and output() is empty.
  GridlockRun(const Workspace& workspace, const Words& arguments,
              const Environment& environment = {}, const std::filesystem::path& folder = {},
              int output = -1);
  ~GridlockRun();  // kills all remaining processes
  GridlockRun(const GridlockRun&) = delete;
  GridlockRun& operator=(const GridlockRun&) = delete;

  pid_t pid() const { return pid_; }
  // Returns whether gridlock still runs.
  bool is_running();
  // Waits until gridlock ends. Returns its exit code, or 128 + the signal that killed it.
  int exit_code();
  // Returns the output so far.
  std::string output() const;

  std::vector<Process> processes() const { return find_processes(mark_); }
  std::vector<Process> processes(Kind kind) const { return of_kind(kind, processes()); }
  // Waits until there is a process of this kind. Returns the first one.
  Process wait_for(Kind kind) const;
  // Waits for at most `seconds`. Returns whether gridlock has ended and no process of this run is
  // left.
  bool nothing_is_left(double seconds);

  // Waits until `condition` returns true. If this takes too long, throws std::runtime_error with
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
