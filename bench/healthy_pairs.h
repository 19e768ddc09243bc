// gridlock bench healthy_pairs: trains the healthy cells of a matrix, and what they are compared
// with, for one seed after the other. Every alarm of a relation, or of the taps, is a false one.
#pragma once

#include <string>

namespace gridlock::bench {

struct HealthyPairsOptions {
  std::string matrix = "healthy_pairs";
  int first = 0;  // seed
  int seeds = 42;
  bool taps = false;  // compares all tensors, too
};

// Returns an exit code: 1 where there was an alarm.
int bench_healthy_pairs(const HealthyPairsOptions& options);

}  // namespace gridlock::bench
