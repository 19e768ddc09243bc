#include "minimizer/ranks/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <nlohmann/json.hpp>
#include <regex>

#include "minimizer/ranks/reports.h"

namespace gridlock::minimizer {
namespace {

using nlohmann::json;

// Quotes NaN, Infinity and other numbers that Python writes and JSON lacks.
std::string as_json(const std::string& line) {
  static const std::regex kNotFinite(R"(: (-?)(NaN|Infinity))");
  return std::regex_replace(line, kNotFinite, R"(: "$1$2")");
}

std::optional<double> number_of(const json& value) {
  if (value.is_number_float()) return value.get<double>();
  const std::string text = value.is_string() ? value.get<std::string>() : "";
  if (text == "NaN") return std::nan("");
  if (text == "Infinity") return HUGE_VAL;
  if (text == "-Infinity") return -HUGE_VAL;
  return std::nullopt;
}

struct Printed {
  double step = 0;
  Numbers::value_type numbers;
};

// Orders lines by step, and lines of one step by their numbers. Ranks print in parallel, so the
// order of printing differs from run to run.
bool comes_before(const Printed& a, const Printed& b) {
  if (a.step != b.step) return a.step < b.step;
  return std::ranges::lexicographical_compare(a.numbers, b.numbers, [](auto& x, auto& y) {
    return x.first == y.first ? std::strong_order(x.second, y.second) < 0 : x.first < y.first;
  });
}

double bound_of(const Comparison& comparison, const std::string& name) {
  const auto own = comparison.bounds.find(name);
  return own == comparison.bounds.end() ? comparison.bound : own->second;
}

std::string how_wrong(double mine, double control) {
  if (!std::isfinite(mine)) return "not finite";
  const double relative = std::abs(mine - control) / std::max(std::abs(control), 1e-300);
  if (relative < 0.01) return "below 1 %";
  return relative < 1 ? "below 100 %" : "100 % or more";
}

Signature wrong(const std::string& name, const std::string& error) {
  return {"wrong", {{"class", name}, {"error", error}}};
}

std::optional<double> find(const std::vector<std::pair<std::string, double>>& step,
                           const std::string& name) {
  const auto found = std::ranges::find(step, name, [](const auto& number) { return number.first; });
  return found == step.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

Numbers numbers_in(const std::string& output) {
  std::vector<Printed> lines;
  for (const std::string& report : reports_in(output, "{\"step\"")) {
    const auto json = nlohmann::ordered_json::parse(as_json(report), nullptr, false);
    if (!json.is_object()) continue;
    Printed& line = lines.emplace_back();
    for (const auto& [name, value] : json.items()) {
      const auto number = number_of(value);
      if (number && name != "step") line.numbers.emplace_back(name, *number);
      if (name == "step" && value.is_number()) line.step = value.get<double>();
    }
  }
  std::ranges::stable_sort(lines, comes_before);
  Numbers result;
  for (Printed& line : lines) result.push_back(std::move(line.numbers));
  return result;
}

std::optional<FoundFailure> compare(const Numbers& numbers, const Numbers& control,
                                    const Comparison& comparison) {
  for (std::size_t step = 0; step < std::min(numbers.size(), control.size()); ++step) {
    for (const auto& [name, mine] : numbers[step]) {
      const auto its = find(control[step], name);
      if (!its) continue;
      const double allowed = bound_of(comparison, name) * std::max(std::abs(mine), std::abs(*its));
      if (std::abs(mine - *its) <= allowed) continue;  // false if either is NaN
      return FoundFailure{wrong(name, how_wrong(mine, *its)),
                          fmt::format("{} of step {} is {}, but {} with {}", name, step, mine, *its,
                                      fmt::join(comparison.control, " "))};
    }
  }
  return std::nullopt;
}

std::optional<FoundFailure> find_not_finite(const Numbers& numbers) {
  for (std::size_t step = 0; step < numbers.size(); ++step) {
    for (const auto& [name, mine] : numbers[step]) {
      if (std::isfinite(mine)) continue;
      return FoundFailure{wrong(name, "not finite"),
                          fmt::format("{} of step {} is {}", name, step, mine)};
    }
  }
  return std::nullopt;
}

}  // namespace gridlock::minimizer
