// Prints each finished cell without escape codes, for logs. Prints a heartbeat after 30 s without
// output.
#pragma once

#include <string>

#include "harness/report/line.h"
#include "harness/report/output_lines.h"
#include "harness/report/reporter.h"
#include "harness/report/run_state.h"
#include "harness/report/sink.h"

namespace gridlock::report {

class PlainReporter : public Reporter {
 public:
  explicit PlainReporter(Sink& sink) : sink_(sink) {}

  void on_start(const matrix::Plan& plan, const RunInfo& info, double now) override;
  void on_cell_started(const CellRun& run, double now) override;
  void on_progress(const CellRun& run, const std::vector<RankPhase>& phases, double now) override;
  void on_output(const CellRun& run, int rank, const std::vector<std::string>& lines,
                 double now) override;
  void on_cell_finished(const verdict::CellRecord& record, double now) override;
  void on_note(const std::string& text, double now) override;
  void on_tick(double now) override;
  void on_end(const RunSummary& summary, double now) override;

 private:
  void print(const std::vector<Line>& lines, double now);

  Sink& sink_;
  RunState state_;
  OutputLines output_;
  std::string out_;
  double last_output_ = 0;
};

}  // namespace gridlock::report
