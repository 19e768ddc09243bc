#include <algorithm>
#include <map>

#include "minimizer/testing/baselines.h"

namespace gridlock::minimizer::testing {
namespace {

constexpr double kPrior = 0.1;         // the value in the paper
constexpr double kCertain = 1 - 1e-6;  // probability that an item must stay

// Returns the items whose removal has the greatest expected gain: the first ones by probability.
std::vector<int> most_gainful(const std::map<int, double>& stays) {
  std::vector<std::pair<double, int>> order;
  for (const auto& [item, probability] : stays)
    if (probability < kCertain) order.emplace_back(probability, item);
  std::ranges::sort(order);
  double all_go = 1, best_gain = 0;
  std::size_t best = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    all_go *= 1 - order[i].first;
    const double gain = all_go * static_cast<double>(i + 1);
    if (gain <= best_gain) continue;
    best_gain = gain;
    best = i + 1;
  }
  std::vector<int> items;
  for (std::size_t i = 0; i < best; ++i) items.push_back(order[i].second);
  return items;
}

}  // namespace

std::vector<int> prob_dd(const std::vector<int>& items, const StillFails& test) {
  std::map<int, double> stays;
  for (const int item : items) stays[item] = kPrior;
  for (;;) {
    const std::vector<int> tried = most_gainful(stays);
    if (tried.empty()) break;
    std::vector<int> dropped = tried;
    for (const int item : items)
      if (!stays.contains(item)) dropped.push_back(item);
    std::ranges::sort(dropped);
    if (test(dropped)) {
      for (const int item : tried) stays.erase(item);
      continue;
    }
    double all_go = 1;
    for (const int item : tried) all_go *= 1 - stays[item];
    for (const int item : tried) stays[item] = tried.size() == 1 ? 1 : stays[item] / (1 - all_go);
  }
  std::vector<int> kept;
  for (const auto& [item, probability] : stays) kept.push_back(item);
  return kept;
}

}  // namespace gridlock::minimizer::testing
