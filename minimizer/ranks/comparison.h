// Wrong numbers: a script prints the numbers that it trains, and they are compared with those of
// its control side, which is right. The script prints one line of JSON for each step; its
// floating-point numbers count: {"step": 0, "loss": 2.69, "grad_norm": 0.4}.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

struct Comparison {
  std::vector<std::string> arguments;    // make the script print its numbers
  std::vector<std::string> control;      // for the control side; none: numbers must be finite
  std::map<std::string, double> bounds;  // allowed relative difference, by number …
  double bound = 1e-5;                   // … and of all other numbers
};

using Numbers = std::vector<std::vector<std::pair<std::string, double>>>;  // by step

// Returns the printed numbers, ignoring all other output. Numbers that are not finite are expected
// in Python's notation.
Numbers numbers_in(const std::string& output);

struct WrongNumber {
  Signature signature;   // the number, and how wrong: below 1 %, below 100 %, more, not finite
  std::string sentence;  // "loss of step 1 is 2.7, with --control 2.69"
};
// Returns the first number that differs from its control by more than its bound.
std::optional<WrongNumber> compare(const Numbers& numbers, const Numbers& control,
                                   const Comparison& comparison);
// Returns the first number that is not finite.
std::optional<WrongNumber> find_not_finite(const Numbers& numbers);

}  // namespace gridlock::minimizer
