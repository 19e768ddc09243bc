// Wrong numbers: a script prints those that it trains, and they are compared with those of its
// other side, which is right. One line of JSON for each step, whose floating-point numbers count:
// {"step": 0, "loss": 2.69, "grad_norm": 0.4}.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

struct Comparison {
  std::vector<std::string> arguments;    // with which the script prints its numbers
  std::vector<std::string> control;      // besides: those of the side that is right. Without any,
                                         // numbers have to be finite
  std::map<std::string, double> bounds;  // the relative difference allowed, by number …
  double bound = 1e-5;                   // … and of all others
};

using Numbers = std::vector<std::vector<std::pair<std::string, double>>>;  // by step

// Those that were printed, whatever else was; what is not finite is printed as Python does.
Numbers numbers_in(const std::string& output);

struct WrongNumber {
  Signature signature;   // which number, and how wrong: below 1 %, below 100 %, more, not finite
  std::string sentence;  // "loss of step 1 is 2.7, with --control 2.69"
};
// The first number that is further from its control than it may be.
std::optional<WrongNumber> compare(const Numbers& numbers, const Numbers& control,
                                   const Comparison& comparison);
// The first one that is not finite.
std::optional<WrongNumber> find_not_finite(const Numbers& numbers);

}  // namespace gridlock::minimizer
