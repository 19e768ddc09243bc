// Examines candidates for real: each runs as a `gridlock exec` on ranks that are forked from one
// interpreter, in a scratch folder of its own, and its verdict is compared with the failure that is
// looked for.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>

#include "harness/process/fd.h"
#include "harness/process/temporary_folder.h"
#include "harness/run/fork_server.h"
#include "minimizer/oracle.h"

namespace gridlock::minimizer {

struct ScriptLimits {
  double seconds = 60;        // of a candidate, until it is called slow
  double quiet_seconds = 10;  // without an event of any rank, until its hang is called a timeout
  int slots = 1;              // candidates side by side, at most
  int most_ranks = 0;         // of all of them together; 0: any number
  bool keep_output = false;   // Reply::output
};

class ScriptOracle : public Oracle {
 public:
  // `server` must outlive it.
  ScriptOracle(run::ForkServer& server, Signature wanted, const ScriptLimits& limits);
  // Ends what still runs.
  ~ScriptOracle() override;

  // More for candidates with fewer ranks.
  int slots() const override;
  void submit(Ticket ticket, const Candidate& candidate) override;
  std::optional<Reply> wait(std::chrono::milliseconds at_most) override;
  void cancel(Ticket ticket) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Job {
    Ticket ticket = 0;
    Clock::time_point began;
    std::filesystem::path folder;
    process::Fd output;
    bool slow = false;
    bool cancelled = false;
  };
  void end_slow_ones();
  std::optional<Reply> take_ended();
  Answer answer_of(const Job& job) const;

  run::ForkServer& server_;
  Signature wanted_;
  ScriptLimits limits_;
  process::TemporaryFolder scratch_;
  int next_folder_ = 0;
  int last_ranks_;  // of the newest candidate
  std::map<pid_t, Job> jobs_;
  std::map<pid_t, int> ended_;
};

}  // namespace gridlock::minimizer
