// The results of a run's finished training runs. Each incoming record is immediately judged, first
// alone and then against its partners, written to results.jsonl, and passed to the reporters. For
// failed training runs, evidence files are written (failure_files.h).
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
  // Starts with the results of an earlier run of this folder from `log`. `today` is an ISO date. If
  // `exporter` is null, no scripts are written for failures. `keep_logs` keeps the ranks' logs even
  // of cells that pass.
  Results(const matrix::Plan& plan, const RunFolder& folder, report::ResultsLog& log,
          report::Reporter& reporter, std::string today, ReproExporter* exporter, bool keep_logs);

  // Judges, writes and reports the record, and returns its verdict. Throws report::OutputError if
  // the record cannot be written.
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
