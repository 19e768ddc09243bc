// gridlock bench healthy_pairs trains the healthy cells of a matrix and the cells' references, for
// one seed after the other. Every alarm from a relation or from the tensor comparison is a false
// alarm.
#pragma once

#include <string>

namespace gridlock::bench {

struct HealthyPairsOptions {
  std::string matrix = "healthy_pairs";
  int first = 0;  // the first seed
  int seeds = 42;
  bool compares_tensors = false;
};

// Runs the bench. Returns an exit code, which is 1 if there was an alarm.
int bench_healthy_pairs(const HealthyPairsOptions& options);

}  // namespace gridlock::bench
