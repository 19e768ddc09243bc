#include "harness/verdict/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/text/quantity.h"

namespace gridlock::verdict {
namespace {

using Value = std::optional<double>;

Value seconds_of(const CellRecord& record, const std::string& phase) {
  const auto slowest = slowest_phases(record);
  const auto found = slowest.find(phase);
  return found == slowest.end() ? std::nullopt : Value(found->second);
}

Value compile_seconds(const CellRecord& record) {
  return seconds_of(record, "compile");
}

// Returns how many seconds longer the slowest rank compiles than the fastest rank.
Value compile_skew_seconds(const CellRecord& record) {
  const auto skew = compile_skew_of(record);
  return skew ? Value(skew->seconds()) : std::nullopt;
}

// Returns the mean time of a step, without the time spent compiling.
Value step_seconds(const CellRecord& record) {
  const Value steps = seconds_of(record, "steps");
  if (!steps || record.steps == 0) return std::nullopt;
  return *steps / record.steps;
}

// Returns the speedup over the uncompiled cell that is otherwise the same.
Value speedup(const CellRecord& record) {
  return record.costs ? Value(record.costs->speedup()) : std::nullopt;
}

// Returns the largest value that a rank reported. Returns nullopt if this value is 0, because 0
// means that no rank reported it.
template <double RankReport::*number>
Value most_of(const CellRecord& record) {
  const double most = largest_of(record, number);
  return most > 0 ? Value(most) : std::nullopt;
}

// Returns the largest value of the counter over all ranks.
template <int protocol::CompileCounters::*counter>
Value count_of(const CellRecord& record) {
  Value most;
  for (const RankReport& report : record.reports) {
    if (report.compile) most = std::max(most.value_or(0), double((*report.compile).*counter));
  }
  return most;
}

// Returns the value of the series after the last step.
template <std::vector<double> RankReport::*series>
Value last_of(const CellRecord& record) {
  if (record.reports.empty() || (record.reports.front().*series).empty()) return std::nullopt;
  return (record.reports.front().*series).back();
}

// Factors by which repeated measurements may differ. On a busy machine, compile times of the same
// graph differ up to twofold (diagnosis/blowup.h).
constexpr double kOfTime = 2, kOfCpuTime = 1.5, kOfMemory = 1.1, kOfCounts = 1, kOfNumbers = 1;

constexpr Metric kMetrics[] = {
    {"compile_seconds", "s", kOfTime, compile_seconds},
    {"compile_cpu_seconds", "s", kOfCpuTime, most_of<&RankReport::compile_cpu_seconds>},
    {"compile_skew_seconds", "s", kOfTime, compile_skew_seconds},
    {"step_seconds", "s", kOfTime, step_seconds},
    {"steady_step_seconds", "s", kOfTime, steady_step_seconds},
    {"speedup", "", kOfTime, speedup},
    {"compile_memory_mib", "MiB", kOfMemory, most_of<&RankReport::compile_peak_memory_mib>},
    {"peak_memory_mib", "MiB", kOfMemory, most_of<&RankReport::peak_memory_mib>},
    {"graphs", "", kOfCounts, count_of<&protocol::CompileCounters::graphs>},
    {"breaks", "", kOfCounts, count_of<&protocol::CompileCounters::breaks>},
    {"recompiles", "", kOfCounts, count_of<&protocol::CompileCounters::recompiles>},
    {"cache_hits", "", kOfCounts, count_of<&protocol::CompileCounters::cache_hits>},
    {"cache_misses", "", kOfCounts, count_of<&protocol::CompileCounters::cache_misses>},
    {"cache_bypasses", "", kOfCounts, count_of<&protocol::CompileCounters::cache_bypasses>},
    {"loss", "", kOfNumbers, last_of<&RankReport::losses>},
    {"grad_norm", "", kOfNumbers, last_of<&RankReport::grad_norms>},
};

}  // namespace

std::string in_unit(double value, std::string_view unit) {
  if (unit == "s") return text::fine_duration(value);
  return unit.empty() ? fmt::format("{:.6g}", value)
                      : fmt::format("{:.{}f} {}", value, value < 100 ? 1 : 0, unit);
}

const Metric* find_metric(const std::string& name) {
  const auto found =
      std::ranges::find_if(kMetrics, [&](const Metric& m) { return m.name == name; });
  return found == std::end(kMetrics) ? nullptr : &*found;
}

}  // namespace gridlock::verdict
