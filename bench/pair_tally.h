// Counts comparisons and alarms in `gridlock bench healthy_pairs`. All cells are healthy, so every
// alarm is false.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/rate_tally.h"
#include "golden/numeric_divergence.h"
#include "harness/verdict/record.h"

namespace gridlock::bench {

class PairTally {
 public:
  PairTally();

  // Sets the name of the run in alarms, for example "seed 3".
  void begin(const std::string& run) { run_ = run; }
  // Adds the record of a cell that relations compared with other cells. `run` must contain the
  // records of those cells.
  void add(const verdict::CellRecord& record, const std::vector<verdict::CellRecord>& run);
  // Adds the comparison of all tensors of a cell with the tensors of the cell's reference.
  void add(const std::string& cell, const golden::NumericDivergence& divergence);

  std::size_t pairs() const { return pairs_; }
  bool has_no_alarm() const { return pairs_ > 0 && alarms_.empty(); }
  // Returns several lines of at most 100 columns, the alarms first.
  std::string describe() const;

 private:
  std::size_t pairs_ = 0, series_ = 0, tensors_ = 0;
  double most_of_series_ = 0, most_of_tensors_ = 0;  // largest used share of the allowed difference
  void alarm(const std::string& cell, const std::string& what);

  std::string run_;
  std::vector<std::string> alarms_;
  RateTally rates_;
  std::vector<std::size_t> usual_;  // alarms of each check in golden::usual_checks()
};

}  // namespace gridlock::bench
