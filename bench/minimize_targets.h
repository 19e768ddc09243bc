// What the minimizer should reach, beside what was measured.
#pragma once

#include <string>
#include <vector>

namespace gridlock::bench {

struct Target {
  std::string what;
  double most = 0;
  double measured = 0;

  bool is_met() const { return measured <= most; }
};

bool all_met(const std::vector<Target>& targets);

// A row each, with "met" or "MISSED".
std::string target_table(const std::vector<Target>& targets);

double median_of(std::vector<double> values);           // 0 of none
double greatest_of(const std::vector<double>& values);  // 0 of none

}  // namespace gridlock::bench
