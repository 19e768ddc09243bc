// The finished trainings of a run. Each incoming record is judged, alone and against its partners,
// then written to results.jsonl, then passed to the reporters, immediately. Failed trainings leave
// files behind (failure_files.h).
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/controller/repro_exporter.h"
#include "harness/controller/run_folder.h"
#include "harness/controller/training.h"
#include "harness/report/reporter.h"
#include "harness/report/results_log.h"
#include "harness/verdict/record.h"
#include "matrix/plan.h"

namespace gridlock::controller {

class Results {
 public:
  // Takes over the results that an earlier run of the same folder left in `log`. `today`: an ISO
  // date. `exporter`: may be null, then no failure gets a script. `keep_logs`: also for cells that
  // pass.
  Results(const matrix::Plan& plan, const RunFolder& folder, report::ResultsLog& log,
          report::Reporter& reporter, std::string today, ReproExporter* exporter, bool keep_logs);

  // Throws report::OutputError if the record cannot be written. Returns the record's verdict.
  verdict::Verdict add(verdict::CellRecord record, const matrix::PlannedCell& planned, double now);

  bool is_finished(const Training& training) const;
  const std::set<FinishedKey>& finished() const { return finished_; }
  const std::vector<verdict::CellRecord>& records() const { return records_; }
  std::size_t resumed_count() const { return resumed_count_; }

 private:
  void store(verdict::CellRecord record);
  const verdict::CellRecord* find(const std::string& cell) const;
  void request_script(const verdict::CellRecord& record, const matrix::PlannedCell& planned);

  const matrix::Plan& plan_;
  const RunFolder& folder_;
  report::ResultsLog& log_;
  report::Reporter& reporter_;
  std::string today_;
  ReproExporter* exporter_;
  bool keep_logs_;
  std::vector<verdict::CellRecord> records_;
  std::set<FinishedKey> finished_;
  std::size_t resumed_count_ = 0;
};

}  // namespace gridlock::controller
