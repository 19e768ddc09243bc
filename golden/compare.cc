#include "golden/compare.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace gridlock::golden {
namespace {

// How one pair of numbers is judged: the reason why it parts, or nothing.
struct Judgement {
  std::optional<Reason> reason;
  double allowed = 0;
};

Judgement within(double left, double right, std::size_t step, const Bound& bound) {
  if (!std::isfinite(left) || !std::isfinite(right)) return {Reason::kNotFinite};
  const double allowed = bound.allowed(left, right, step);
  if (std::abs(left - right) <= allowed) return {std::nullopt, allowed};
  return {Reason::kBound, allowed};
}

Judgement same_bits(double left, double right) {
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
std::optional<Parting> first_parting(std::string_view series, std::span<const double> left,
                                     std::span<const double> right, const Judge& judge) {
  if (left.size() != right.size()) {
    return Parting{.series = std::string(series),
                   .reason = Reason::kLength,
                   .left = static_cast<double>(left.size()),
                   .right = static_cast<double>(right.size())};
  }
  std::optional<Parting> first;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Judgement judgement = judge(left[i], right[i], i + 1);
    if (!judgement.reason) continue;
    if (!first) {
      first = Parting{.series = std::string(series),
                      .reason = *judgement.reason,
                      .step = i + 1,
                      .left = left[i],
                      .right = right[i],
                      .difference = distance(left[i], right[i]),
                      .allowed = judgement.allowed,
                      .steps = left.size()};
    }
    ++first->steps_apart;
  }
  return first;
}

std::string short_digits(double number) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 3);
  return {text.data(), end.ptr};
}

}  // namespace

std::optional<Parting> compare(std::string_view series, std::span<const double> left,
                               std::span<const double> right, const Bound& bound) {
  return first_parting(series, left, right, [&](double a, double b, std::size_t step) {
    return within(a, b, step, bound);
  });
}

std::optional<Parting> compare_exact(std::string_view series, std::span<const double> left,
                                     std::span<const double> right) {
  return first_parting(series, left, right,
                       [](double a, double b, std::size_t) { return same_bits(a, b); });
}

std::string explain(const Parting& parting) {
  const std::string left = digits(parting.left);
  const std::string right = digits(parting.right);
  if (parting.reason == Reason::kLength) {
    return parting.series + " has " + left + " steps against " + right;
  }
  std::string text = parting.series + " at step " + std::to_string(parting.step) + ": " + left +
                     " against " + right;
  if (parting.reason == Reason::kNotFinite) return text + ", not a number that can be compared";
  text += ", apart by " + short_digits(parting.difference);
  if (parting.reason == Reason::kBits) return text + " where not one bit may differ";
  return text + " where " + short_digits(parting.allowed) + " is allowed";
}

std::string digits(double number) {
  if (std::isnan(number)) return "nan";
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end.ptr};
}

}  // namespace gridlock::golden
