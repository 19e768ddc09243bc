// The finished trainings of a run. Each incoming record is judged, alone and against its partners,
// then written to results.jsonl, then passed to the reporters, immediately. Failed trainings leave
// files behind (failure_files.h).
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/controller/run_folder.h"
#include "harness/controller/scripts.h"
#include "harness/controller/training.h"
#include "harness/report/reporter.h"
#include "harness/report/results_log.h"
#include "harness/verdict/record.h"
#include "matrix/plan.h"

namespace gridlock::controller {

class Ledger {
 public:
  // Takes over the results that an earlier run of the same folder left in `log`. `today`: an ISO
  // date. `scripts`: may be null, then no failure gets a script. `keep_logs`: also for cells that
  // pass.
  Ledger(const matrix::Plan& plan, const RunFolder& folder, report::ResultsLog& log,
         report::Reporter& reporter, std::string today, Scripts* scripts, bool keep_logs);

  // Throws report::OutputError if the record cannot be written. Returns the record's verdict.
  verdict::Verdict add(verdict::CellRecord record, const matrix::PlannedCell& planned, double now);

  bool is_finished(const Training& training) const;
  const std::set<FinishedKey>& finished() const { return finished_; }
  const std::vector<verdict::CellRecord>& records() const { return records_; }
  std::size_t taken_over() const { return taken_over_; }

 private:
  void keep(verdict::CellRecord record);
  const verdict::CellRecord* find(const std::string& cell) const;
  void ask_for_script(const verdict::CellRecord& record, const matrix::PlannedCell& planned);

  const matrix::Plan& plan_;
  const RunFolder& folder_;
  report::ResultsLog& log_;
  report::Reporter& reporter_;
  std::string today_;
  Scripts* scripts_;
  bool keep_logs_;
  std::vector<verdict::CellRecord> records_;
  std::set<FinishedKey> finished_;
  std::size_t taken_over_ = 0;
};

}  // namespace gridlock::controller
