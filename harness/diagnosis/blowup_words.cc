#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "harness/diagnosis/blowup.h"
#include "harness/text/quantity.h"

namespace gridlock::diagnosis {
namespace {

constexpr std::size_t kMostSiblings = 4;

struct Unit {
  std::string_view axis;
  std::string_view noun;
};
constexpr std::array<Unit, 3> kUnits{{{"cp", "link"}, {"layers", "layer"}, {"world", "rank"}}};

std::string unit_of(const std::string& axis) {
  const auto row = std::ranges::find(kUnits, axis, &Unit::axis);
  return row != kUnits.end() ? std::string(row->noun) : "step of " + axis;
}

std::string growth_words(const Blowup& blowup) {
  const std::string unit = unit_of(blowup.axis);
  if (!blowup.exponential) return "grows about linearly";
  if (blowup.growth > 1.6 && blowup.growth < 2.5) return "about doubles with each " + unit;
  return fmt::format("grows {:.2g}-fold with each {}", blowup.growth, unit);
}

std::string at(const Blowup& blowup, const CompileTime& time, std::string_view so_far) {
  return fmt::format("{}{} at {} {:g}", text::rough_duration(time.seconds), so_far, blowup.axis,
                     time.size);
}

// Returns the projected time at twice the size and, unless the compile has finished, at this size.
std::string projection_words(const Blowup& blowup) {
  if (!blowup.exponential) return "";
  const bool will_take_longer =
      !blowup.finished && blowup.expected_seconds > 1.5 * blowup.measured.seconds;
  const double here = will_take_longer ? blowup.expected_seconds : blowup.measured.seconds;
  std::string text = "; at this rate the compile takes about ";
  if (will_take_longer) text += text::rough_duration(here) + ", and ";
  return text +
         fmt::format("{} at {} {:g}",
                     text::rough_duration(here * std::pow(blowup.growth, blowup.measured.size)),
                     blowup.axis, 2 * blowup.measured.size);
}

}  // namespace

std::string describe(const Blowup& blowup) {
  std::string text;
  const std::size_t skip = blowup.siblings.size() - std::min(blowup.siblings.size(), kMostSiblings);
  for (std::size_t i = skip; i < blowup.siblings.size(); ++i) {
    text += at(blowup, blowup.siblings[i], "") + ", ";
  }
  text += at(blowup, blowup.measured, blowup.finished ? "" : " so far");
  // Two points do not show the kind of growth.
  if (blowup.siblings.size() > 1) text += ": " + growth_words(blowup);
  text += fmt::format("; expected about {}", text::rough_duration(blowup.healthy));
  if (blowup.blown_up_at > 0) {
    text += fmt::format("; {} {:g} was already too slow", blowup.axis, blowup.blown_up_at);
  }
  return text + projection_words(blowup);
}

}  // namespace gridlock::diagnosis
