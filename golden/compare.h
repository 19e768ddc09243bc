// Compares two series of numbers (loss per step, gradient norm per step) and reports where they
// diverge. Every step is compared, not only the last: a divergence that heals is still a
// divergence.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "golden/tolerance.h"

namespace gridlock::golden {

// The reason why two series disagree.
enum class Reason {
  kLength,     // one series has more steps than the other; no step is compared
  kNotFinite,  // NaN or infinity on either side, even on both
  kBound,      // further apart than the bound
  kBits,       // not the same bits
};

// The first step at which two series diverge.
struct SeriesMismatch {
  std::string series;  // "loss", "grad norm"
  Reason reason = Reason::kBound;
  std::size_t step = 0;  // counts from 0; meaningless for kLength
  double left = 0;       // for kLength: the step counts of the two series
  double right = 0;
  double difference = 0;            // |left - right|; NaN if either is not finite
  double allowed = 0;               // the bound at this step; 0 if bits are compared
  std::size_t steps_differing = 0;  // how many steps diverge
  std::size_t steps = 0;            // how many steps were compared
};

// Returns the first mismatch, or nullopt if every step lies within `bound`.
std::optional<SeriesMismatch> compare(std::string_view series, std::span<const double> left,
                                      std::span<const double> right, const Bound& bound);

// Returns the first mismatch, or nullopt if every step has the same bits. 0.0 and -0.0 differ,
// because different arithmetic produces them. NaN agrees with nothing, not even with NaN, because
// its payload does not show how the NaN arose and is lost in a results file. Equal infinities
// agree.
std::optional<SeriesMismatch> compare_exact(std::string_view series, std::span<const double> left,
                                            std::span<const double> right);

// How close two series come to a bound, at the step where they come closest to it.
struct Margin {
  std::size_t step = 0;   // counts from 0
  double difference = 0;  // |left - right|
  double allowed = 0;
};

// Returns the difference as a share of the allowed difference. 1 means that the difference is
// exactly as large as allowed. Returns infinity if no difference is allowed.
double used(const Margin& margin);

// Returns nullopt for series that cannot be compared because they differ in length, are empty, or
// contain a value that is not finite. For values that must match bit for bit, pass Bound{}.
std::optional<Margin> margin(std::span<const double> left, std::span<const double> right,
                             const Bound& bound);

// Returns a sentence such as "loss at step 1: 1.25 against 1.5, a difference of 0.25 where 0.001 is
// allowed".
std::string explain(const SeriesMismatch& mismatch);

// Formats `number` with three digits, for example "4.25e-05".
std::string short_digits(double number);

// Formats `number` with the fewest digits that read back as the same number, or as "nan", "inf" or
// "-inf".
std::string digits(double number);

}  // namespace gridlock::golden
