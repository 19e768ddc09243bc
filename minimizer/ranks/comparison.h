// Detects wrong numerical results. A script prints the numbers of its training run. They are
// compared with the correct numbers, which the script prints when it runs as its own control. The
// script prints one line of JSON for each step: {"step": 0, "loss": 2.69, "grad_norm": 0.4}. Only
// floating-point numbers are compared.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "minimizer/problem.h"
#include "minimizer/ranks/failure.h"

namespace gridlock::minimizer {

struct Comparison {
  std::vector<std::string> arguments;    // arguments that make the script print its numbers
  std::vector<std::string> control;      // arguments of the control; none: numbers must be finite
  std::map<std::string, double> bounds;  // allowed relative difference, by name …
  double bound = 1e-5;                   // … and for all other numbers
};

using Numbers = std::vector<std::vector<std::pair<std::string, double>>>;  // one item per step

// Returns the printed numbers and ignores all other output. Infinities and NaN must be in Python's
// notation.
Numbers numbers_in(const std::string& output);

// Returns the first number that differs from the control's number by more than its bound:
// "loss of step 1 is 2.7, but 2.69 with --control". The signature contains the name of the number
// and the range of the error: below 1 %, below 100 %, more, or not finite.
std::optional<FoundFailure> compare(const Numbers& numbers, const Numbers& control,
                                    const Comparison& comparison);
// Returns the first number that is not finite.
std::optional<FoundFailure> find_not_finite(const Numbers& numbers);

}  // namespace gridlock::minimizer
