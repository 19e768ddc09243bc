#include "harness/selftest/rates.h"

#include <algorithm>

#include "harness/selftest/quantile.h"
#include "harness/selftest/score.h"
#include "harness/text/quantity.h"

namespace gridlock::selftest {
namespace {

constexpr std::size_t kEnoughLatencies = 20;  // fewer would let one outlier decide

}  // namespace

bool Rates::good_enough() const {
  return faults + healthy > 0 && class_right >= kClassRight && ranks_right >= kRanksRight &&
         healthy_right >= kHealthyRight && hung >= kHung && place_right >= kPlaceRight &&
         false_deadlocks == 0 &&
         (measured < kEnoughLatencies ||
          (latency_p50 <= kLatencyP50 && latency_p99 <= kLatencyP99));
}

Rates rates(const std::vector<Score>& scores) {
  Rates rates;
  std::size_t classes = 0, ranks = 0, passed = 0, hung = 0, places = 0;
  std::vector<double> latencies;
  for (const Score& score : scores) {
    rates.false_deadlocks += score.false_deadlock();
    if (!score.is_fault()) {
      ++rates.healthy;
      passed += score.class_right();
      continue;
    }
    ++rates.faults;
    classes += score.class_right();
    ranks += score.ranks_right();
    rates.wrong += !score.expected.at.empty();
    places += !score.expected.at.empty() && score.place_right();
    rates.hangs += score.should_hang();
    hung += score.should_hang() && score.hung();
    rates.deadlocks += score.verdict == "deadlock";
    rates.likely += score.likely;
    const bool proved = score.verdict == "deadlock" && !score.likely;
    if (proved && score.latency_ms >= 0) latencies.push_back(score.latency_ms);
  }
  std::sort(latencies.begin(), latencies.end());
  rates.class_right = text::percent(classes, rates.faults);
  rates.ranks_right = text::percent(ranks, rates.faults);
  rates.healthy_right = text::percent(passed, rates.healthy);
  rates.hung = text::percent(hung, rates.hangs);
  rates.place_right = text::percent(places, rates.wrong);
  rates.measured = latencies.size();
  rates.latency_p50 = quantile(latencies, 0.5);
  rates.latency_p99 = quantile(latencies, 0.99);
  return rates;
}

}  // namespace gridlock::selftest
