// Receives the events of a run in progress. The controller calls a Reporter for each event, and
// each kind of reporter presents the events in its own way. Reporters never read a clock: each call
// passes `now`, the seconds since the run began, which never decreases.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/verdict/claims.h"
#include "harness/verdict/record.h"
#include "matrix/plan.h"

namespace gridlock::report {

// Facts about a run, reported once, at its start.
struct RunInfo {
  std::string tier;       // fork | warm | cold
  int jobs = 1;           // how many cells run at the same time
  int world_size = 0;     // the largest of the plan
  int cores = 0;          // cores of the machine; 0 = unknown
  std::string machine;    // "2 cores, 24 GiB, no GPU"
  std::string out;        // the run folder
  std::size_t total = 0;  // number of calls of on_cell_finished()
  // Records that an earlier, interrupted part of the run wrote. They are not part of `total`.
  std::vector<verdict::CellRecord> earlier;
};

// A training run: one repetition of a cell.
struct CellRun {
  std::size_t index = 0;  // into Plan::cells
  int repetition = 0;

  friend auto operator<=>(const CellRun&, const CellRun&) = default;
};

struct RankPhase {
  int rank = 0;
  std::string phase;   // start, group, build, compile, step 0, done
  double seconds = 0;  // time since the rank entered the phase
};

// Why a run ended: all cells finished, the user stopped it, or it reached its limit of failures or
// of time.
enum class End { kCompleted, kInterrupted, kFailures, kTime };

// The results of a run, reported once, at its end.
struct RunSummary {
  std::vector<verdict::CellRecord> records = {};  // all, including those kept by --resume
  std::optional<matrix::Coverage> coverage = {};  // over the cells that ran to a verdict
  End end = End::kCompleted;
  double seconds = 0;
  std::size_t left = 0;     // training runs without a verdict: never begun, or interrupted
  std::string resume = {};  // the command that continues the run; "" if no run is left
  std::string causes = {};  // the command that confirms the causes of failures; "" = none
  std::string note = {};    // a warning about the results, for users; "" if none
  // Key: the evidence folder of a failure. Value: why repro.py is missing, or "" if it exists.
  std::map<std::string, std::string> scripts = {};
  // Key: the evidence folder of a failure. Value: where wrong numerical results begin.
  std::map<std::string, std::string> places = {};
  // Key: the evidence folder of a failure. Value: the path of torch's trace in it.
  std::map<std::string, std::string> traces = {};
  std::vector<verdict::ClaimFinding> claims = {};  // set only for a completed run

  // Returns whether the run completed without training a cell.
  bool nothing_ran() const {
    return end == End::kCompleted && std::ranges::none_of(records, [](const auto& record) {
             return verdict::row(record.verdict).ran_to_verdict;
           });
  }
};

class Reporter {
 public:
  virtual ~Reporter() = default;

  // Called once, before all other functions. The plan outlives the reporter.
  virtual void on_start(const matrix::Plan& /*plan*/, const RunInfo& /*info*/, double /*now*/) {}
  // Called once for each training run, before its on_progress() and on_cell_finished(). Not called
  // for a cell that is never launched (infeasible, skipped).
  virtual void on_cell_started(const CellRun& /*run*/, double /*now*/) {}
  // Called any number of times for a running cell, with the phases of all its ranks.
  virtual void on_progress(const CellRun& /*run*/, const std::vector<RankPhase>& /*phases*/,
                           double /*now*/) {}
  // Called with lines that a rank printed, if the user wants to see the output of the ranks.
  virtual void on_output(const CellRun& /*run*/, int /*rank*/,
                         const std::vector<std::string>& /*lines*/, double /*now*/) {}
  // Called when a verdict is final, after relations and expectations. This happens RunInfo::total
  // times, or less often if the run ends early.
  virtual void on_cell_finished(const verdict::CellRecord& /*record*/, double /*now*/) {}
  // Called with a message about the run as a whole, at any time.
  virtual void on_note(const std::string& /*text*/, double /*now*/) {}
  // Called several times a second, even if nothing has happened.
  virtual void on_tick(double /*now*/) {}
  // Called once, after all other functions, whatever ended the run.
  virtual void on_end(const RunSummary& /*summary*/, double /*now*/) {}
};

}  // namespace gridlock::report
