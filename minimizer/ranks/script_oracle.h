// Examines candidates by running them. Each candidate runs under `gridlock exec` in its own scratch
// folder, on ranks that are forked from one interpreter. The outcome is compared with the wanted
// failure.
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
  double seconds = 60;        // time limit of a candidate, after which it is slow
  double quiet_seconds = 10;  // time without any event, after which a hang is a timeout
  int slots = 1;              // maximum number of candidates in parallel
  int most_ranks = 0;         // maximum of their ranks in total; 0 means no limit
  bool keep_output = false;   // fill Reply::output
};

class ScriptOracle : public Oracle {
 public:
  // `server` must outlive this object.
  ScriptOracle(run::ForkServer& server, Signature wanted, const ScriptLimits& limits);
  // Stops all running candidates.
  ~ScriptOracle() override;

  // Returns more slots if the newest candidate has fewer ranks.
  int slots() const override;
  void submit(Ticket ticket, const Candidate& candidate) override;
  std::optional<Reply> wait(std::chrono::milliseconds at_most) override;
  void cancel(Ticket ticket) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct CandidateRun {
    Ticket ticket = 0;
    Clock::time_point began;
    std::filesystem::path folder;
    process::Fd output;
    bool slow = false;
    bool cancelled = false;
  };
  void end_slow_ones();
  std::optional<Reply> take_ended();
  Answer answer_of(const CandidateRun& ended) const;

  run::ForkServer& server_;
  Signature wanted_;
  ScriptLimits limits_;
  process::TemporaryFolder scratch_;
  int next_folder_ = 0;
  int last_ranks_;  // number of ranks of the newest candidate
  std::map<pid_t, CandidateRun> running_;
  std::map<pid_t, int> ended_;
};

}  // namespace gridlock::minimizer
