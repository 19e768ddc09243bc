#include "harness/text/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace gridlock::text {

std::string duration(double seconds) {
  if (seconds < 9.995) return fmt::format("{:.2f} s", std::max(0.0, seconds));
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  return running_time(seconds);
}

std::string fine_duration(double seconds) {
  if (seconds >= 0.9995) return duration(seconds);
  const double milliseconds = 1000 * std::max(0.0, seconds);
  return fmt::format("{:.{}f} ms", milliseconds,
                     milliseconds < 9.995   ? 2
                     : milliseconds < 99.95 ? 1
                                            : 0);
}

std::string running_time(double seconds) {
  const auto whole = std::llround(std::max(0.0, seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string rough_duration(double seconds) {
  seconds = std::isfinite(seconds) ? std::max(0.0, seconds) : 1e30;
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  if (seconds < 119.5) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7170) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{:.0f} h", seconds / 3600);
  if (seconds < 730 * 86400.0) return fmt::format("{:.0f} days", seconds / 86400);
  return "years";
}

std::string bytes(double size) {
  constexpr std::array kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < kUnits.size(); ++unit) size /= 1024;
  return fmt::format("{:.{}f} {}", size, size < 10 && size != std::floor(size) ? 1 : 0,
                     kUnits.at(unit));
}

std::string thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return digits;
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 100 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string count_of(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::optional<int> whole_number(std::string_view text, int most) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= 0 && number <= most ? std::optional(number) : std::nullopt;
}

}  // namespace gridlock::text
