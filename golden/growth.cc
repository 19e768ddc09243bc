#include "golden/growth.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "golden/median.h"

namespace gridlock::golden {
namespace {

// Merges all points of the same size into one point, which gets their median value.
std::vector<SizedValue> by_size(std::vector<SizedValue> points) {
  std::ranges::stable_sort(points, {}, &SizedValue::size);
  std::vector<SizedValue> one_each;
  for (auto first = points.begin(); first != points.end();) {
    const auto last = std::find_if(
        first, points.end(), [&](const SizedValue& point) { return point.size != first->size; });
    std::vector<double> values;
    for (auto point = first; point != last; ++point) values.push_back(point->value);
    one_each.push_back({first->size, median_of(std::move(values))});
    first = last;
  }
  return one_each;
}

using Scale = std::function<double(double)>;

double logarithm(double number) {
  return std::log(number);
}
double identity(double number) {
  return number;
}

double slope(const SizedValue& a, const SizedValue& b, const Scale& scale) {
  return (std::log(b.value) - std::log(a.value)) / (scale(b.size) - scale(a.size));
}

// Returns the median of the slopes between all pairs of points. A slope is the difference of the
// values' logarithms divided by the difference of the scaled sizes.
double median_slope(const std::vector<SizedValue>& points, const Scale& scale) {
  std::vector<double> slopes;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < points.size(); ++j)
      slopes.push_back(slope(points[i], points[j], scale));
  return median_of(std::move(slopes));
}

// A line through the logarithms of the points' values, over the scaled sizes.
struct Line {
  double slope = 0, at_zero = 0, error = 0;
};

Line line_through(const std::vector<SizedValue>& points, const Scale& scale) {
  Line line{median_slope(points, scale)};
  std::vector<double> heights;
  for (const SizedValue& point : points)
    heights.push_back(std::log(point.value) - line.slope * scale(point.size));
  line.at_zero = median_of(heights);
  for (const double height : heights) line.error += std::abs(height - line.at_zero);
  return line;
}

bool is_valid(const std::vector<SizedValue>& points) {
  return std::ranges::all_of(points, [](const SizedValue& point) {
    return std::isfinite(point.size) && point.size > 0 && std::isfinite(point.value) &&
           point.value > 0;
  });
}

bool all_equal(const std::vector<SizedValue>& points) {
  return std::ranges::all_of(
      points, [&](const SizedValue& point) { return point.value == points.front().value; });
}

}  // namespace

std::optional<Growth> growth_of(std::vector<SizedValue> points) {
  Growth growth;
  growth.points = by_size(std::move(points));
  if (growth.points.size() < static_cast<std::size_t>(kFewestSizes)) return std::nullopt;
  if (all_equal(growth.points)) return growth;
  if (!is_valid(growth.points)) return std::nullopt;
  const Line power = line_through(growth.points, logarithm);
  const Line exponential = line_through(growth.points, identity);
  growth.exponent = power.slope;
  growth.last_exponent = slope(growth.points.end()[-2], growth.points.back(), logarithm);
  if (exponential.error < power.error) growth.multiplier = std::exp(exponential.slope);
  return growth;
}

// Extrapolates from the last point rather than from the whole line, because the last point is the
// closest to larger sizes.
double Growth::at(double size) const {
  const SizedValue& last = points.back();
  if (multiplier > 0) return last.value * std::pow(multiplier, size - last.size);
  return last.value * std::pow(size / last.size, std::max(exponent, last_exponent));
}

double excess_over(const Growth& growth, double exponent) {
  const double first = growth.points.front().size, last = growth.points.back().size;
  const double before_last = growth.points.end()[-2].size;
  return std::max(std::pow(last / first, growth.exponent - exponent),
                  std::pow(last / before_last, growth.last_exponent - exponent));
}

}  // namespace gridlock::golden
