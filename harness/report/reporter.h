// The events of a run while it goes on. The controller reports them; each reporter words
// and draws in its own way. Reporters never read a clock: `now` is in seconds since the run began,
// comes with each call and never decreases.
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

// Said once, at the start.
struct RunInfo {
  std::string tier;       // fork | warm | cold
  int jobs = 1;           // cells that run side by side
  int world_size = 0;     // largest of the plan
  int cores = 0;          // of the machine; 0 = unknown
  std::string machine;    // "2 cores, 24 GiB, no GPU"
  std::string out;        // the run folder
  std::size_t total = 0;  // how many times on_cell_finished() will be called
  // What an earlier, interrupted run left; not in `total`.
  std::vector<verdict::CellRecord> earlier;
};

// One training of one cell.
struct CellRun {
  std::size_t index = 0;  // in Plan::cells
  int repetition = 0;

  friend auto operator<=>(const CellRun&, const CellRun&) = default;
};

struct RankPhase {
  int rank = 0;
  std::string phase;   // start, group, build, compile, step 0, done
  double seconds = 0;  // since it entered the phase
};

// Why a run ended: nothing was left to do, the user stopped it, or a limit of failures or of time
// was reached.
enum class End { kCompleted, kInterrupted, kFailures, kTime };

// Said once, at the end.
struct RunSummary {
  std::vector<verdict::CellRecord> records = {};  // all of the run, those of a resumed one included
  std::optional<matrix::Coverage> coverage = {};  // over the cells that ran to a verdict
  End end = End::kCompleted;
  double seconds = 0;
  std::size_t left = 0;     // trainings without a verdict: never begun, or interrupted
  std::string resume = {};  // the command that trains those; "" where none are left
  std::string causes = {};  // the command that looks for causes in this run; may be ""
  std::string note = {};    // what a reader of the results must know
  // Of failures, by their evidence folders: "" where repro.py is there, else why it is not.
  std::map<std::string, std::string> scripts = {};
  // Of cells with wrong numbers, by their evidence folders: where these begin.
  std::map<std::string, std::string> places = {};
  // Of failures, by their evidence folders: torch's trace, in there.
  std::map<std::string, std::string> traces = {};
  std::vector<verdict::ClaimFinding> claims = {};  // of a run that went to its end

  // It went to its end, and no cell could be trained here.
  bool nothing_ran() const {
    return end == End::kCompleted && std::ranges::none_of(records, [](const auto& record) {
             return verdict::row(record.verdict).ran_to_verdict;
           });
  }
};

class Reporter {
 public:
  virtual ~Reporter() = default;

  // Once, first. The plan outlives the reporter.
  virtual void on_start(const matrix::Plan& /*plan*/, const RunInfo& /*info*/, double /*now*/) {}
  // Once per training, before its on_progress() and on_cell_finished(). Not for cells that are
  // never launched (infeasible, skipped).
  virtual void on_cell_started(const CellRun& /*run*/, double /*now*/) {}
  // Any number of times for a running cell; the phases of all of its ranks.
  virtual void on_progress(const CellRun& /*run*/, const std::vector<RankPhase>& /*phases*/,
                           double /*now*/) {}
  // Lines that a rank printed, if the run is to show them.
  virtual void on_output(const CellRun& /*run*/, int /*rank*/,
                         const std::vector<std::string>& /*lines*/, double /*now*/) {}
  // RunInfo::total times, when the verdict is final (relations and expectations included). Fewer
  // when the run ends before.
  virtual void on_cell_finished(const verdict::CellRecord& /*record*/, double /*now*/) {}
  // At any time: something worth a line that is about no single cell.
  virtual void on_note(const std::string& /*text*/, double /*now*/) {}
  // Several times a second, whether or not anything happened.
  virtual void on_tick(double /*now*/) {}
  // Once, last, however the run ended.
  virtual void on_end(const RunSummary& /*summary*/, double /*now*/) {}
};

}  // namespace gridlock::report
