#include "golden/compare.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace gridlock::golden {
namespace {

// The result of a comparison of one pair of numbers.
struct Judgment {
  std::optional<Reason> reason;
  double allowed = 0;
};

Judgment within(double left, double right, std::size_t step, const Bound& bound) {
  if (!std::isfinite(left) || !std::isfinite(right)) return {Reason::kNotFinite};
  const double allowed = bound.allowed(left, right, step);
  if (std::abs(left - right) <= allowed) return {std::nullopt, allowed};
  return {Reason::kBound, allowed};
}

Judgment same_bits(double left, double right) {
  if (std::isnan(left) || std::isnan(right)) return {Reason::kNotFinite};
  if (std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right)) return {};
  return {Reason::kBits};
}

double distance(double left, double right) {
  if (!std::isfinite(left) || !std::isfinite(right)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return std::abs(left - right);
}

template <typename Judge>
std::optional<SeriesMismatch> first_mismatch(std::string_view series, std::span<const double> left,
                                             std::span<const double> right, const Judge& judge) {
  if (left.size() != right.size()) {
    return SeriesMismatch{.series = std::string(series),
                          .reason = Reason::kLength,
                          .left = static_cast<double>(left.size()),
                          .right = static_cast<double>(right.size())};
  }
  std::optional<SeriesMismatch> first;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Judgment judgment = judge(left[i], right[i], i);
    if (!judgment.reason) continue;
    if (!first) {
      first = SeriesMismatch{.series = std::string(series),
                             .reason = *judgment.reason,
                             .step = i,
                             .left = left[i],
                             .right = right[i],
                             .difference = distance(left[i], right[i]),
                             .allowed = judgment.allowed,
                             .steps = left.size()};
    }
    ++first->steps_differing;
  }
  return first;
}

}  // namespace

std::optional<SeriesMismatch> compare(std::string_view series, std::span<const double> left,
                                      std::span<const double> right, const Bound& bound) {
  return first_mismatch(series, left, right, [&](double a, double b, std::size_t step) {
    return within(a, b, step, bound);
  });
}

std::optional<SeriesMismatch> compare_exact(std::string_view series, std::span<const double> left,
                                            std::span<const double> right) {
  return first_mismatch(series, left, right,
                        [](double a, double b, std::size_t) { return same_bits(a, b); });
}

double used(const Margin& margin) {
  return margin.difference == 0 ? 0 : margin.difference / margin.allowed;
}

std::optional<Margin> margin(std::span<const double> left, std::span<const double> right,
                             const Bound& bound) {
  if (left.size() != right.size()) return std::nullopt;
  std::optional<Margin> closest;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (!std::isfinite(left[i]) || !std::isfinite(right[i])) return std::nullopt;
    const Margin here{i, distance(left[i], right[i]), bound.allowed(left[i], right[i], i)};
    if (!closest || used(here) > used(*closest)) closest = here;
  }
  return closest;
}

std::string explain(const SeriesMismatch& mismatch) {
  const std::string left = digits(mismatch.left);
  const std::string right = digits(mismatch.right);
  if (mismatch.reason == Reason::kLength) {
    return mismatch.series + " has " + left + " steps against " + right;
  }
  std::string text = mismatch.series + " at step " + std::to_string(mismatch.step) + ": " + left +
                     " against " + right;
  if (mismatch.reason == Reason::kNotFinite) return text + ": not finite";
  text += ", a difference of " + short_digits(mismatch.difference);
  if (mismatch.reason == Reason::kBits) return text + " (must match bit for bit)";
  return text + " where " + short_digits(mismatch.allowed) + " is allowed";
}

std::string short_digits(double number) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 3);
  return {text.data(), end.ptr};
}

std::string digits(double number) {
  if (std::isnan(number)) return "nan";
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end.ptr};
}

}  // namespace gridlock::golden
