// How often gridlock's verdicts in a selftest are right.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/selftest/score.h"

namespace gridlock::selftest {

// The rates in percent, and the latencies in ms, that Rates::good_enough() requires.
inline constexpr double kClassRight = 95, kRanksRight = 99, kHealthyRight = 95, kHung = 95,
                        kPlaceRight = 95;
inline constexpr double kLatencyP50 = 200, kLatencyP99 = 1000;

// Rates in percent (100 if there was nothing to check), and latencies of deadlock proofs in ms.
struct Rates {
  std::size_t faults = 0;
  std::size_t healthy = 0;
  double class_right = 100;    // of the faults
  double ranks_right = 100;    // of the faults
  double healthy_right = 100;  // of the healthy cells
  std::size_t hangs = 0;       // planted
  double hung = 100;           // of the planted hangs
  std::size_t wrong = 0;       // cells with an expected place of wrong numbers
  double place_right = 100;    // of those cells
  std::size_t false_deadlocks = 0;
  std::size_t deadlocks = 0;  // faults with the verdict deadlock
  std::size_t likely = 0;     // those of `deadlocks` that are not proved
  std::size_t measured = 0;   // number of latencies
  double latency_p50 = 0;
  double latency_p99 = 0;

  // Requires at least one cell, no false deadlock, 95 % for class_right, healthy_right, hung and
  // place_right, and 99 % for ranks_right. With 20 latencies or more, also requires a median of at
  // most 200 ms and a 99th percentile of at most 1 s.
  bool good_enough() const;
};

Rates rates(const std::vector<Score>& scores);

}  // namespace gridlock::selftest
