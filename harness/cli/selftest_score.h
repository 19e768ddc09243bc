// Scores the records of `gridlock selftest`: whether each is as expected, and the rates over all of
// them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/cli/selftest_wrong.h"
#include "harness/verdict/record.h"
#include "matrix/trial.h"

namespace gridlock::cli {

struct Score {
  std::string cell;
  matrix::Outcome expected;
  std::string verdict;
  std::string verdict_class;
  std::vector<int> ranks;
  bool likely = false;  // a deadlock that is not proved
  std::string sentence;
  std::string evidence;
  double seconds = 0;
  WrongNumbers wrong = {};  // set only if `expected.at` is
  double latency_ms = -1;   // from the last event of any rank to the proof; -1 = not measured

  bool is_fault() const { return expected.fault_shows(); }
  // Returns whether the planted fault causes a hang. hung() returns whether the verdict reports
  // one.
  bool should_hang() const;
  bool hung() const;
  // Returns whether the verdict is as expected, and the class too if one is expected.
  bool class_right() const;
  bool ranks_right() const;
  // Returns whether the verdict is a proved or likely deadlock although none was planted.
  // good_enough() never accepts this.
  bool false_deadlock() const;
  bool place_right() const { return expected.at.empty() || expected.at == wrong.at; }
  bool right() const { return class_right() && ranks_right() && place_right(); }
};

// Returns the score of a record. If `wrong` is given, the ranks of the score are those with wrong
// numerical results.
Score score(const matrix::Outcome& expected, const verdict::CellRecord& record,
            const std::optional<WrongNumbers>& wrong = {});

// Returns what to expect of runs that record no collectives. A hang then leads to a timeout, or to
// a stall if a rank compiles. Any other fault may lead to any verdict.
matrix::Outcome unprobed(const matrix::Outcome& expected);

// Returns a line of the file given with --json.
nlohmann::ordered_json to_json(const Score& score);

// Rates in percent (100 if there was nothing to check), and latencies of deadlock proofs in ms.
struct Rates {
  std::size_t faults = 0;
  std::size_t healthy = 0;
  double class_right = 100;    // rate of faults with the expected class
  double ranks_right = 100;    // rate of faults with the expected ranks
  double healthy_right = 100;  // rate of healthy cells that pass
  std::size_t hangs = 0;       // planted
  double hung = 100;           // rate of planted hangs that are detected
  std::size_t wrong = 0;       // wrong cells for which `at` is expected
  double place_right = 100;    // rate of these cells with the right place
  std::size_t false_deadlocks = 0;
  std::size_t deadlocks = 0;  // verdicts among the faults
  std::size_t likely = 0;     // likely ones among `deadlocks`
  std::size_t measured = 0;   // number of latencies
  double latency_p50 = 0;
  double latency_p99 = 0;

  // Returns whether there is a cell, class_right, healthy_right, hung and place_right are at least
  // 95 %, ranks_right is at least 99 %, and there is no false deadlock. With 20 latencies or more,
  // their median must also be at most 200 ms and their 99th percentile at most 1 s.
  bool good_enough() const;
};

Rates rates(const std::vector<Score>& scores);

// Returns the heading of the lines. All lines have at most 100 columns and no newline.
std::string heading();
std::string line(const Score& score);
// Returns several lines about the rates.
std::string describe(const Rates& rates);
// Returns a table for cells with wrong numerical results: how many of them each common check
// detects (golden/usual_checks.h). Returns "" if no cell has wrong results.
std::string table_of_usual_checks(const std::vector<Score>& scores);

}  // namespace gridlock::cli
