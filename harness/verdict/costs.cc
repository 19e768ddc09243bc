#include "harness/verdict/costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "golden/median.h"
#include "harness/diagnosis/signature.h"
#include "harness/text/quantity.h"
#include "harness/text/rank_list.h"
#include "harness/verdict/judge.h"
#include "harness/verdict/record.h"

namespace gridlock::verdict {
namespace {

constexpr std::size_t kFewestSteps = 2;

bool compiles_in(const CellRecord& record, std::size_t step) {
  return std::ranges::any_of(record.reports, [&](const RankReport& report) {
    return step < report.compile_seconds.size() && report.compile_seconds[step] > 0;
  });
}

double slowest(const CellRecord& record, std::size_t step) {
  double seconds = 0;
  for (const RankReport& report : record.reports)
    seconds = std::max(seconds, report.step_seconds[step]);
  return seconds;
}

std::size_t steps_of(const CellRecord& record) {
  std::size_t steps = record.reports.empty() ? 0 : record.reports.front().step_seconds.size();
  for (const RankReport& report : record.reports)
    steps = std::min(steps, report.step_seconds.size());
  return steps;
}

std::optional<Costs> costs_of(const CellRecord& record, const CellRecord& uncompiled) {
  const auto own = steady_step_seconds(record), other = steady_step_seconds(uncompiled);
  if (!own || !other || *own <= 0 || *other <= 0) return std::nullopt;
  return Costs{uncompiled.cell, *own, *other, largest_of(record, &RankReport::step_peak_memory_mib),
               largest_of(uncompiled, &RankReport::step_peak_memory_mib)};
}

void fail(CellRecord& record, Verdict verdict, const std::string& what, std::string sentence) {
  record.verdict = verdict;
  record.verdict_class = what;
  record.sentence = std::move(sentence);
  record.signature = diagnosis::signature_of({std::string(name(verdict)), what});
}

// Returns text such as ". Generated code: PATH" for the end of a sentence. Returns "" if the path
// is unknown.
std::string generated_code(const CellRecord& record) {
  for (const health::Frame& frame : record.frames) {
    if (!frame.compiled.code.empty())
      return fmt::format(". Generated code: {}", frame.compiled.code.front());
  }
  return "";
}

std::string in_ms(double seconds) {
  return fmt::format("{:.1f} ms", 1000 * seconds);
}

bool is_too_slow(CellRecord& record, double least) {
  const Costs& costs = *record.costs;
  if (costs.speedup() >= least) return false;
  fail(record, Verdict::kNoSpeedup, "",
       fmt::format("Steady steps are {:.2f} times as fast as uncompiled ones, but the matrix "
                   "requires {:.2f}: {} against {} of {}{}",
                   costs.speedup(), least, in_ms(costs.step_seconds),
                   in_ms(costs.uncompiled_step_seconds), costs.uncompiled, generated_code(record)));
  return true;
}

bool takes_too_much(CellRecord& record, double most) {
  const Costs& costs = *record.costs;
  if (costs.uncompiled_memory_mib <= 0 || costs.memory_ratio() <= most) return false;
  fail(record, Verdict::kMemory, "steps",
       fmt::format("Training takes {:.2f} times the memory of the uncompiled cell, but the matrix "
                   "allows {:.2f}: {:.0f} MiB against {:.0f} MiB of {}",
                   costs.memory_ratio(), most, costs.memory_mib, costs.uncompiled_memory_mib,
                   costs.uncompiled));
  return true;
}

bool compiler_takes_too_much(CellRecord& record, double most) {
  std::vector<int> ranks;
  for (const RankReport& report : record.reports) {
    if (report.compile_peak_memory_mib > most) ranks.push_back(report.rank);
  }
  if (ranks.empty()) return false;
  fail(record, Verdict::kMemory, "compiler",
       fmt::format("While {} compiled, memory reached {:.0f} MiB, but the matrix allows {:.0f} MiB",
                   text::rank_words(ranks),
                   largest_of(record, &RankReport::compile_peak_memory_mib), most));
  record.ranks = ranks;
  return true;
}

bool is_skewed(CellRecord& record, double most) {
  const auto skew = compile_skew_of(record);
  if (!skew || skew->seconds() <= most) return false;
  fail(record, Verdict::kCompileSkew, "limit",
       fmt::format("Rank {} compiled for {}, {} longer than rank {}; the matrix allows {}",
                   skew->slowest, text::duration(skew->most), text::duration(skew->seconds()),
                   skew->fastest, text::duration(most)));
  record.ranks = {skew->slowest};
  return true;
}

}  // namespace

std::optional<health::Skew> compile_skew_of(const CellRecord& record) {
  std::vector<int> ranks;
  for (const RankReport& report : record.reports) ranks.push_back(report.rank);
  return health::skew_of(record.frames, ranks);
}

std::optional<double> steady_step_seconds(const CellRecord& record) {
  const std::size_t steps = steps_of(record);
  std::size_t first = 1;
  for (std::size_t step = 0; step < steps; ++step) {
    if (compiles_in(record, step)) first = step + 1;
  }
  if (steps < first + kFewestSteps) return std::nullopt;
  std::vector<double> seconds;
  for (std::size_t step = first; step < steps; ++step) seconds.push_back(slowest(record, step));
  return golden::median_of(std::move(seconds));
}

const CellRecord* uncompiled_of(const matrix::PlannedCell& planned, const Lookup& lookup) {
  return planned.uncompiled.empty() ? nullptr : lookup(planned.uncompiled);
}

void judge_costs(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup) {
  const CellRecord* uncompiled = uncompiled_of(planned, lookup);
  if (uncompiled != nullptr) record.costs = costs_of(record, *uncompiled);
  if (record.verdict != Verdict::kPass) return;
  const matrix::CompileLimits& limits = planned.compile_limits;
  if (limits.compile_memory_mib && compiler_takes_too_much(record, *limits.compile_memory_mib))
    return;
  if (limits.skew_seconds && is_skewed(record, *limits.skew_seconds)) return;
  if (!record.costs) return;
  if (limits.memory && takes_too_much(record, *limits.memory)) return;
  if (limits.speedup) is_too_slow(record, *limits.speedup);
}

}  // namespace gridlock::verdict
