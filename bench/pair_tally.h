// What `gridlock bench healthy_pairs` makes of its runs: every alarm in them is a false one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "golden/parting.h"
#include "harness/verdict/record.h"

namespace gridlock::bench {

class PairTally {
 public:
  PairTally();

  // What alarms say of the run: "seed 3".
  void begin(const std::string& run) { run_ = run; }
  // A cell whose relations compared it with others: all that it was compared with are there.
  void add(const verdict::CellRecord& record, const std::vector<verdict::CellRecord>& run);
  // All tensors of a cell and of what it was compared with.
  void add(const std::string& cell, const golden::Parting& parting);

  std::size_t pairs() const { return pairs_; }
  bool is_silent() const { return pairs_ > 0 && alarms_.empty(); }
  // Several lines of at most 100 columns, the alarms first.
  std::string describe() const;

 private:
  std::size_t pairs_ = 0, series_ = 0, tensors_ = 0;
  double most_of_series_ = 0, most_of_tensors_ = 0;  // the largest share of what is allowed
  void alarm(const std::string& cell, const std::string& what);

  std::string run_;
  std::vector<std::string> alarms_;
  std::vector<std::size_t> usual_;  // alarms of each of golden::usual_checks()
};

}  // namespace gridlock::bench
