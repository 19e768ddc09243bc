// The table of reporters, and a reporter that passes all events on to several others.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "harness/report/reporter.h"
#include "harness/report/sink.h"

namespace gridlock::report {

// Where a reporter writes. The reporters `live` and `plain` write to `sink`, and `jsonl` and
// `junit` to `file`.
struct Target {
  Sink* sink = nullptr;
  std::filesystem::path file;
};

struct ReporterRow {
  std::string_view name;     // live | plain | jsonl | junit
  std::string_view meaning;  // for the help text
  std::unique_ptr<Reporter> (*make)(const Target& target);
};

std::span<const ReporterRow> reporters();

// Creates the reporter with this name. Throws OutputError if its target cannot be written, and
// std::invalid_argument if there is no such reporter.
std::unique_ptr<Reporter> make_reporter(std::string_view name, const Target& target);

// Returns "live" if the sink is a terminal, and "plain" otherwise.
std::string_view reporter_for(const Sink& sink);

// Passes each call on to its members, in order.
class Broadcast : public Reporter {
 public:
  void add(std::unique_ptr<Reporter> member) { members_.push_back(std::move(member)); }

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
  std::vector<std::unique_ptr<Reporter>> members_;
};

}  // namespace gridlock::report
