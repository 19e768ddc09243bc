// Watches the ranks below gridlock exec, proves deadlocks, and decides how the run ends.
// finding_reporter.h prints and writes the results.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/diagnosis/early_exit.h"
#include "harness/diagnosis/evidence.h"
#include "harness/diagnosis/exception.h"
#include "harness/exec/accidents.h"
#include "harness/exec/console.h"
#include "harness/exec/finding_reporter.h"
#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/options.h"
#include "harness/exec/raised_ranks.h"
#include "harness/exec/registration_socket.h"
#include "harness/exec/stacks.h"
#include "harness/exec/unexplained_quiet.h"
#include "harness/facts/finding_record.h"

namespace gridlock::exec {

class Watch {
 public:
  // `options` and `console` must outlive the Watch. While the Watch takes stacks, it calls
  // `meanwhile`. `stacks` is the folder for the files of the stacks.
  Watch(const ExecOptions& options, std::filesystem::path py_spy, std::filesystem::path stacks,
        const Console& console, std::function<void()> meanwhile);

  // Connects the hosts of a job. On the first host, listens for the other hosts. On every other
  // host, connects to the first one. Both happen once the secret of the job is known.
  void connect_hosts();
  // See OtherHosts::may_need_store().
  bool other_hosts_may_need_store() { return others_.may_need_store(); }

  std::vector<int> fds() const;  // readable when other hosts have sent something
  // Sets the processes of the ranks, by rank.
  void set_ranks(std::map<int, pid_t> processes);
  void receive(const Request& request);
  // Examines the ranks. `running` says whether a process of this host still runs.
  void poll_once(bool running);

  // Returns the exit code once all ranks must be killed.
  std::optional<int> decision() const { return decision_; }
  // Returns whether a deadlock is proved and the ranks are kept alive for a debugger.
  bool holding() const { return holding_; }
  // Returns the evidence folder, or "" if nothing has been written.
  std::string evidence() const { return reporter_.evidence_folder(); }
  // Returns lines that describe where each rank is. Takes seconds.
  std::vector<std::string> standing() { return reporter_.standing(); }
  // Returns the uncaught exception that the process has reported, or null if there is none.
  const diagnosis::Exception* exception_of(pid_t process) const {
    return registry_.exception_of(process);
  }
  bool script_has_ended(pid_t process) const { return registry_.script_has_ended(process); }
  // `finished` contains the ranks of this host that exited normally. Returns those that exited
  // before a call that other ranks were in, according to the rings.
  std::optional<diagnosis::EarlyExit> early_exit(const std::vector<int>& finished);

  // Returns mismatched calls, which may be why the ranks failed, and writes the evidence folder.
  // Returns nullopt if there are none. Call this after all ranks have exited.
  std::optional<facts::FindingRecord> mismatch();

  // Returns text about the first calls that were paired although ranks made them at different
  // places of their sequence, or "". The program may have ended well with wrong numbers.
  std::string accident() { return accidents_.first(registry_.jobs()); }

  // Returns whether a rank has ever joined a job.
  bool has_seen_ranks() const { return registry_.events() > 0; }

  // Returns the outcome, or nullopt if nothing was found.
  const std::optional<facts::Outcome>& outcome() const { return outcome_; }

 private:
  using Clock = std::chrono::steady_clock;

  void answer_first_host();
  void handle_host_end(const protocol::HostEnd& end);
  void add_secret(const std::string& secret);
  void receive_secret(const std::string& secret);
  void register_rank(const RankRegistration& registration);
  void check_job(Job& job, bool others_are_quiet);
  void report_deadlock(Job& job);
  void report_likely(Job& job, const facts::Finding& likely);
  void report_desync(Job& job);
  void check_exceptions(Job& job);
  void check_timeout();
  void update_last_event();
  bool has_timed_out() const;
  double seconds_without_event() const;
  void end_with_finding(Job& job, const facts::Finding& finding);
  void end_without_proof();
  void end_everywhere(ExitCode code);

  const ExecOptions& options_;
  const Console& console_;
  JobRegistry registry_;
  OtherHosts others_;  // the first host's links to the other hosts
  FindingReporter reporter_;
  RaisedRanks raised_;
  UnexplainedQuiet unexplained_;
  Accidents accidents_;
  FirstHost first_;  // link to the first host, on all other hosts
  bool lack_of_secret_reported_ = false;
  bool obstacle_reported_ = false;
  bool holding_ = false;
  std::optional<int> decision_;
  std::uint64_t events_ = 0;
  Clock::time_point last_event_ = Clock::now();
  std::optional<facts::Outcome> outcome_;
};

}  // namespace gridlock::exec
