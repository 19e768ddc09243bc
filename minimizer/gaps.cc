#include "minimizer/gaps.h"

#include <cmath>

namespace gridlock::minimizer {
namespace {

constexpr double kRatio = 4;       // ratio between the means of adjacent scales
constexpr double kSmallest = 1;    // smallest mean of a scale
constexpr double kFirstShare = 1;  // weight of the first guess, as a number of gaps
constexpr double kOtherShare = 0.1;

}  // namespace

Gaps::Gaps(double expected) {
  scales_.push_back({expected, kFirstShare});
  for (double mean = expected / kRatio; mean >= kSmallest; mean /= kRatio)
    scales_.push_back({mean, kOtherShare});
}

double Gaps::survival(double weight) const {
  double sum = 0, all = 0;
  for (const Scale& scale : scales_) {
    sum += scale.share * std::exp(-weight / scale.mean);
    all += scale.share;
  }
  return sum / all;
}

void Gaps::add(double weight) {
  std::vector<double> likelihoods;
  double all = 0;
  for (const Scale& scale : scales_) {
    likelihoods.push_back(scale.share * std::exp(-weight / scale.mean) / scale.mean);
    all += likelihoods.back();
  }
  if (!(all > 0)) return;  // the gap is too long for any scale
  for (std::size_t i = 0; i < scales_.size(); ++i) scales_[i].share += likelihoods[i] / all;
}

}  // namespace gridlock::minimizer
