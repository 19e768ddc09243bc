// A table at the bottom of a terminal about the run in progress: the time left, the verdicts so
// far, and the slowest rank of each running cell. Cells that did not pass are printed above it and
// scroll away.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/report/output_lines.h"
#include "harness/report/reporter.h"
#include "harness/report/run_state.h"
#include "harness/report/screen.h"

namespace gridlock::report {

class LiveReporter : public Reporter {
 public:
  explicit LiveReporter(Sink& sink) : sink_(sink), screen_(sink) {}

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
  // Redraws the table if the last drawing is long enough ago. Otherwise a later call redraws it.
  void refresh(double now);
  std::vector<Line> block(double now) const;

  Sink& sink_;
  Screen screen_;
  RunState state_;
  OutputLines output_;
  std::string out_;
  std::vector<Line> above_;  // drawn by the next refresh
  double last_draw_ = -std::numeric_limits<double>::infinity();
};

}  // namespace gridlock::report
