// gridlock bench soundness --adversaries --plain runs the generated programs without gridlock and
// compares what they do with the true verdicts of cases/adversaries/truth.toml. The machine does
// nothing else, even if the row has a load.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

#include "bench/adversaries.h"

namespace gridlock::bench {

struct PlainRun {
  std::string row;    // id of the cell
  std::string truth;  // the true verdict
  // "ended": all ranks ended well. "failed": a rank failed, and the others were ended. "running":
  // no rank had ended when the time was over. "some ranks ended": others had not.
  std::string outcome;
  double seconds = 0;
  std::string output;  // the last line that the ranks printed

  // Returns whether the program did something else than truth.toml says.
  bool contradicts() const;
};

// Returns one line of the file that --json names.
nlohmann::ordered_json to_json(const PlainRun& run);
// Returns the row, its truth and what it did, without a final newline.
std::string describe(const PlainRun& run);

class PlainTally {
 public:
  void add(const PlainRun& run);
  // Returns whether there are runs, and none contradicts truth.toml.
  bool good_enough() const { return !by_truth_.empty() && contradictions_ == 0; }
  // Returns several lines, at most 100 columns wide.
  std::string describe() const;

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> by_truth_;  // by truth and outcome
  std::size_t contradictions_ = 0;
};

// Runs the selected programs without gridlock. Prints the contradictions and the totals. Returns an
// exit code, which is 1 after a contradiction.
int bench_plain_adversaries(const AdversaryOptions& options);

}  // namespace gridlock::bench
