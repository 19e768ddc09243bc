// Compares measurements of the minimizer with their targets.
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

// Returns one line per target, with "met" or "MISSED".
std::string target_table(const std::vector<Target>& targets);

double median_of(std::vector<double> values);           // 0 if empty
double greatest_of(const std::vector<double>& values);  // 0 if empty

}  // namespace gridlock::bench
