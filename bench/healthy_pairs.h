// gridlock bench healthy_pairs: trains the healthy cells of a matrix and their references, for one
// seed after the other. Every alarm of a relation or of the tensor comparison is a false one.
#pragma once

#include <string>

namespace gridlock::bench {

struct HealthyPairsOptions {
  std::string matrix = "healthy_pairs";
  int first = 0;  // the first seed
  int seeds = 42;
  bool compares_tensors = false;
};

// Returns an exit code: 1 if there was an alarm.
int bench_healthy_pairs(const HealthyPairsOptions& options);

}  // namespace gridlock::bench
