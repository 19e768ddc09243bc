// Runs a script on several ranks, or one command. Either behaves as it does without gridlock. The
// Supervisor watches the run, proves and explains a hang, names the first rank that fails, and
// leaves no process behind.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <deque>
#include <optional>

#include "harness/exec/children.h"
#include "harness/exec/compile_records.h"
#include "harness/exec/console.h"
#include "harness/exec/crash.h"
#include "harness/exec/environment.h"
#include "harness/exec/kept_store.h"
#include "harness/exec/options.h"
#include "harness/exec/parts.h"
#include "harness/exec/registration_socket.h"
#include "harness/exec/tee.h"
#include "harness/exec/watch.h"
#include "harness/health/schedules.h"
#include "harness/process/oom.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::exec {

class Supervisor {
 public:
  // Opens the registration socket. Throws std::system_error if this fails.
  Supervisor(ExecOptions options, Parts parts);
  // Kills all processes below this one.
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  // Starts the ranks or the command and watches them until all have exited. Kills them if the
  // parent of this process changes (guard.h). Returns the exit code: that of the script (of the
  // rank that failed first), one of ExitCode, or process::kInterrupted if `stop` became nonzero.
  // Throws std::runtime_error if a program cannot be started or if ranks cannot be forked.
  int run(const volatile std::sig_atomic_t& stop);

  // Returns the outcome so far, which is complete after run().
  facts::Outcome outcome() const;

 private:
  using Clock = std::chrono::steady_clock;

  void start();
  void start_ranks();
  void start_child(int rank, process::Program program);
  void fork_ranks(process::Fd store);
  process::Program rank_program() const;
  Environment probe_environment() const;
  process::Fd rank_output(int rank);
  process::Fd open_store();
  void start_store(const process::Fd& socket);
  void poll_once();
  void wait_for_events();
  void end_after_failure();
  void explain_failure();
  void blame_mismatch();
  void report_accident();
  void report_lost_store();
  void report_inconsistent_compile();
  void interrupt(int signal);
  void send_due_signals();
  void kill_all();
  void write_json() const;
  bool ending() const { return !scheduled_signals_.empty(); }
  // Returns whether ranks on other hosts may still need the store.
  bool other_hosts_need_store();
  std::optional<bool> memory_ran_out() const;

  ExecOptions options_;
  Parts parts_;
  const std::optional<std::uint64_t> oom_kills_ = process::oom_kills();  // before the ranks
  process::TemporaryFolder folder_;
  RegistrationSocket socket_;
  Children children_;
  Tee tee_;
  Console console_;
  Watch watch_;
  std::optional<CompileRecords> compiled_;
  health::InconsistencyNews inconsistency_news_;
  KeptStore kept_store_;
  // A signal to all children, and when it is due. scheduled_signals_ is in order of time.
  struct ScheduledSignal {
    Clock::time_point when;
    int signal;
  };
  std::deque<ScheduledSignal> scheduled_signals_;
  int exit_code_ = -1;  // -1 until the result is decided
  bool json_written_ = false;
  bool serving_reported_ = false;
  std::optional<facts::Crash> crash_;
  std::optional<facts::FindingRecord> mismatch_;  // a desync before the end
  std::string accident_;                          // calls that were paired by accident
  std::vector<std::string> standing_;             // where the ranks were at the interrupt
};

}  // namespace gridlock::exec
