#include "harness/diagnosis/blowup.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace gridlock::diagnosis {
namespace {

struct Line {
  double at_zero = 0;
  double slope = 0;
  double at(double x) const { return at_zero + slope * x; }
};

// Fits a line by least squares. A single point gives a constant.
template <typename Value>
Line fit(std::span<const CompileTime> points, const Value& value) {
  double mean_x = 0;
  double mean_y = 0;
  for (const CompileTime& point : points) {
    mean_x += point.size / static_cast<double>(points.size());
    mean_y += value(point) / static_cast<double>(points.size());
  }
  double xx = 0;
  double xy = 0;
  for (const CompileTime& point : points) {
    xx += (point.size - mean_x) * (point.size - mean_x);
    xy += (point.size - mean_x) * (value(point) - mean_y);
  }
  const double slope = xx > 0 ? xy / xx : 0;
  return {mean_y - slope * mean_x, slope};
}

Line fit_linear(std::span<const CompileTime> points) {
  return fit(points, [](const CompileTime& point) { return point.seconds; });
}

// Fits a line to the logarithm of the time.
Line fit_exponential(std::span<const CompileTime> points) {
  return fit(points, [](const CompileTime& point) { return std::log(point.seconds); });
}

// Returns the predicted time at `size`. It uses only the smaller half of the siblings, because the
// larger ones are slow themselves if growth is exponential. Noise can make the line too flat. The
// prediction is therefore at least proportional to the size, from the largest sibling of that half.
double predict_healthy(std::span<const CompileTime> siblings, double size) {
  const auto smaller = siblings.first((siblings.size() + 1) / 2);
  const CompileTime& largest = smaller.back();
  const double proportional = largest.seconds * size / largest.size;
  return std::max(proportional, fit_linear(smaller).at(size));
}

// Returns the sum of the squared errors of the logarithm, that is, of relative errors. With
// absolute errors, the largest time alone would decide. A line below zero is clamped, so it fits
// badly.
template <typename Predict>
double error_of(std::span<const CompileTime> points, const Predict& predict) {
  double sum = 0;
  for (const CompileTime& point : points) {
    const double predicted = std::max(predict(point.size), 1e-3);
    const double difference = std::log(predicted) - std::log(point.seconds);
    sum += difference * difference;
  }
  return sum;
}

void fit_growth(Blowup& blowup) {
  const Line siblings = fit_exponential(blowup.siblings);
  blowup.expected_seconds = std::exp(siblings.at(blowup.measured.size));
  std::vector<CompileTime> points = blowup.siblings;
  // The time of an unfinished compile is only a lower bound.
  if (blowup.finished || blowup.measured.seconds > blowup.expected_seconds) {
    points.push_back(blowup.measured);
  }
  const Line exponential = fit_exponential(points);
  const Line linear = fit_linear(points);
  blowup.growth = std::exp(exponential.slope);
  const auto by_growth = [&](double size) { return std::exp(exponential.at(size)); };
  const auto by_line = [&](double size) { return linear.at(size); };
  // Both curves fit two points exactly, so only three or more points show which one fits better.
  blowup.exponential = points.size() > 2 && exponential.slope > 0 &&
                       error_of(points, by_growth) < error_of(points, by_line);
}

bool makes_sense(const CompileTime& time) {
  return std::isfinite(time.size) && time.size > 0 && std::isfinite(time.seconds) &&
         time.seconds > 0;
}

// Returns the siblings smaller than `below`, sorted by size, with the fastest one of each size.
std::vector<CompileTime> usable(std::vector<CompileTime> siblings, double below) {
  std::erase_if(siblings, [&](const CompileTime& sibling) {
    return !makes_sense(sibling) || sibling.size >= below;
  });
  std::ranges::sort(siblings, [](const CompileTime& a, const CompileTime& b) {
    return std::pair(a.size, a.seconds) < std::pair(b.size, b.seconds);
  });
  const auto repeated = std::ranges::unique(siblings, {}, &CompileTime::size);
  siblings.erase(repeated.begin(), repeated.end());
  return siblings;
}

}  // namespace

std::optional<Blowup> judge_compile_time(const std::string& axis, std::vector<CompileTime> siblings,
                                         CompileTime measured, bool finished, double growth) {
  if (!makes_sense(measured)) return std::nullopt;
  Blowup blowup;
  blowup.axis = axis;
  blowup.siblings = usable(std::move(siblings), measured.size);
  if (blowup.siblings.empty()) return std::nullopt;
  blowup.measured = measured;
  blowup.finished = finished;
  blowup.healthy = predict_healthy(blowup.siblings, measured.size);
  blowup.past_bound =
      measured.seconds > growth * blowup.healthy && measured.seconds > blowup.healthy + kFloor;
  fit_growth(blowup);
  return blowup;
}

}  // namespace gridlock::diagnosis
