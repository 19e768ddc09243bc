// Totals of `gridlock bench soundness --adversaries`. One half of the programs look like a deadlock
// but complete. The other half are their twins, which hang.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/adversary_run.h"

namespace gridlock::bench {

class AdversaryTally {
 public:
  void add(const AdversaryRun& run);

  std::size_t false_proofs() const { return false_proofs_; }
  // Returns whether there is no false proof, nearly all healthy programs completed, and enough
  // deadlocks were found and proved.
  bool good_enough() const;
  // Returns several lines, at most 100 columns wide.
  std::string describe() const;

 private:
  struct Answers {
    std::size_t runs = 0, right = 0;
    std::map<std::string, std::size_t> by_answer;
  };
  struct Failures {
    std::size_t false_proofs = 0, missed = 0, runs = 0;
  };
  double share_of_deadlocks(const std::vector<std::string>& answers) const;
  std::string table() const;
  std::string by_axis() const;

  std::map<std::string, Answers> by_truth_;
  std::map<std::string, std::size_t> doubts_;  // unproved deadlocks by kind of doubt
  std::map<std::pair<std::string, std::string>, Failures> by_value_;  // failures by axis and value
  std::size_t false_proofs_ = 0;
  std::size_t doubted_ = 0;  // runs that completed after gridlock reported a likely deadlock
};

}  // namespace gridlock::bench
