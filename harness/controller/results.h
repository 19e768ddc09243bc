// The results of the finished training runs of a run. Each record is judged when it arrives, first
// alone and then against its partners. It is then written to results.jsonl and passed to the
// reporters. A failed training run also gets evidence files (failure_files.h).
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
  // Starts with the results that an earlier run in this folder left in `log`. `today` is an ISO
  // date. If `exporter` is null, no scripts are written for failures. If `keep_logs` is set, the
  // logs of passed cells are kept too. `cell_options` are those of cell_matrix.h.
  Results(const matrix::Plan& plan, const RunFolder& folder, report::ResultsLog& log,
          report::Reporter& reporter, std::string today, ReproExporter* exporter, bool keep_logs,
          std::string cell_options);

  // Judges, writes and reports the record. Returns its verdict. Throws report::OutputError if the
  // record cannot be written.
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
  std::string cell_options_;
  std::vector<verdict::CellRecord> records_;
  std::set<FinishedKey> finished_;
  std::size_t resumed_count_ = 0;
};

}  // namespace gridlock::controller
