#include "harness/verdict/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "golden/compare.h"
#include "harness/text/names.h"
#include "harness/text/rank_list.h"

namespace gridlock::verdict {
namespace {

struct Series {
  std::string name;
  std::vector<double> RankReport::*values;
};
const std::array<Series, 2> kSeries = {
    {{"loss", &RankReport::losses}, {"grad norm", &RankReport::grad_norms}}};

std::optional<golden::SeriesMismatch> part(const Series& series, const CellRecord& record,
                                           const RankReport& left, const RankReport& right) {
  const auto& a = left.*series.values;
  const auto& b = right.*series.values;
  if (series.values == &RankReport::losses) return golden::compare_exact(series.name, a, b);
  return golden::compare(series.name, a, b, tolerance_of(record).grad_norm);
}

std::optional<NumbersFault> not_finite(const Series& series, const CellRecord& record) {
  NumbersFault fault{"not finite", series.name, {}, ""};
  std::size_t earliest = SIZE_MAX;
  double value = 0;
  for (const RankReport& report : record.reports) {
    const auto& values = report.*series.values;
    const auto bad = std::ranges::find_if(values, [](double v) { return !std::isfinite(v); });
    if (bad == values.end()) continue;
    fault.ranks.push_back(report.rank);
    const auto step = static_cast<std::size_t>(bad - values.begin());
    if (step < earliest) {
      earliest = step;
      value = *bad;
    }
  }
  if (fault.ranks.empty()) return std::nullopt;
  fault.sentence = fmt::format("The {} is {} at step {}, on {}", series.name, golden::digits(value),
                               earliest, text::rank_words(fault.ranks));
  return fault;
}

// Returns the report whose values most other reports share. If several qualify, returns the first.
const RankReport& most_common(const Series& series, const CellRecord& record) {
  const RankReport* best = nullptr;
  std::ptrdiff_t most = -1;
  for (const RankReport& candidate : record.reports) {
    const auto agree = std::ranges::count_if(record.reports, [&](const RankReport& other) {
      return !part(series, record, candidate, other);
    });
    if (agree > most) {
      most = agree;
      best = &candidate;
    }
  }
  return *best;
}

std::optional<NumbersFault> disagree(const Series& series, const CellRecord& record) {
  if (record.reports.empty()) return std::nullopt;
  const RankReport& common = most_common(series, record);
  NumbersFault fault{"ranks disagree", series.name, {}, ""};
  for (const RankReport& report : record.reports) {
    const auto mismatch = part(series, record, report, common);
    if (!mismatch) continue;
    if (fault.ranks.empty()) {
      fault.sentence = fmt::format("rank {} disagrees with rank {}: {}", report.rank, common.rank,
                                   golden::explain(*mismatch));
    }
    fault.ranks.push_back(report.rank);
  }
  if (fault.ranks.empty()) return std::nullopt;
  if (fault.ranks.size() > 1) {
    fault.sentence +=
        fmt::format(" ({} of {} ranks differ)", fault.ranks.size(), record.reports.size());
  }
  fault.sentence = text::capitalized(fault.sentence);
  return fault;
}

std::optional<NumbersFault> other_bits(const CellRecord& record) {
  auto fault = golden::find_state_fault(states_of(record));
  if (!fault) return std::nullopt;
  if (fault->ranks.size() > 1) {
    fault->sentence +=
        fmt::format(" ({} of {} ranks differ)", fault->ranks.size(), record.reports.size());
  }
  return NumbersFault{"ranks disagree", std::move(fault->tensors), std::move(fault->ranks),
                      text::capitalized(fault->sentence)};
}

}  // namespace

std::optional<NumbersFault> find_numbers_fault(const CellRecord& record) {
  for (const Series& series : kSeries) {
    if (auto fault = not_finite(series, record)) return fault;
  }
  for (const Series& series : kSeries) {
    if (auto fault = disagree(series, record)) return fault;
  }
  return other_bits(record);
}

std::vector<golden::RankStates> states_of(const CellRecord& record) {
  std::vector<golden::RankStates> states;
  for (const RankReport& report : record.reports) states.push_back({report.rank, report.states});
  return states;
}

std::string precision_of(const CellRecord& record) {
  const std::string precision = word_of(record, "precision");
  return precision.empty() ? "fp32" : precision;
}

std::optional<golden::Spread> spread_of(const CellRecord& record, RoundedSeries series,
                                        golden::ComparedWith other) {
  std::vector<std::vector<double>> trainings;
  for (const protocol::RoundedReport& rounded : record.reports.front().rounded)
    trainings.push_back(rounded.*series);
  return golden::spread_of(trainings, other);
}

const golden::Tolerance& tolerance_of(const CellRecord& record) {
  return golden::tolerance_or_strictest(precision_of(record));
}

}  // namespace gridlock::verdict
