// Compares two series of numbers (loss per step, gradient norm per step) and says where they part.
// Every step is compared, never only the last: a divergence that heals is a divergence.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "golden/tolerance.h"

namespace gridlock::golden {

// Why two series do not agree.
enum class Reason {
  kLength,     // one has more steps than the other; no step is compared
  kNotFinite,  // NaN or infinity on either side, even on both
  kBound,      // further apart than the bound
  kBits,       // not the same bits
};

// The first step at which two series part.
struct SeriesMismatch {
  std::string series;  // "loss", "grad norm"
  Reason reason = Reason::kBound;
  std::size_t step = 0;  // counts from 0; of no meaning for kLength
  double left = 0;       // for kLength: the numbers of steps
  double right = 0;
  double difference = 0;            // |left - right|; NaN where either is not finite
  double allowed = 0;               // the bound at this step; 0 where bits are compared
  std::size_t steps_differing = 0;  // how many of the steps part
  std::size_t steps = 0;            // how many were compared
};

// Nothing when every step lies within `bound`.
std::optional<SeriesMismatch> compare(std::string_view series, std::span<const double> left,
                                      std::span<const double> right, const Bound& bound);

// Nothing when every step has the same bits. 0.0 and -0.0 differ: they come from different
// arithmetic. NaN agrees with nothing, itself included: its payload says nothing about how it came
// about and does not survive in a results file. Equal infinities agree.
std::optional<SeriesMismatch> compare_exact(std::string_view series, std::span<const double> left,
                                            std::span<const double> right);

// How close two series came to a bound, at the step where they came closest.
struct Margin {
  std::size_t step = 0;   // counts from 0
  double difference = 0;  // |left - right|
  double allowed = 0;
};

// How much of what is allowed is used: 1 = all of it; infinite where nothing is allowed.
double used(const Margin& margin);

// Nothing for series that cannot be compared: of different lengths, empty, or not finite. For
// numbers that must match bit for bit, the bound is Bound{}.
std::optional<Margin> margin(std::span<const double> left, std::span<const double> right,
                             const Bound& bound);

// "loss at step 1: 1.25 against 1.5, a difference of 0.25 where 0.001 is allowed"
std::string explain(const SeriesMismatch& mismatch);

// Three digits: "4.25e-05".
std::string short_digits(double number);

// The shortest digits that read back as `number`; "nan", "inf" and "-inf" for the others.
std::string digits(double number);

}  // namespace gridlock::golden
