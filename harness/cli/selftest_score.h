// Scores the records of the trials of `gridlock selftest`: whether each record is as expected, and
// how often.
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
  WrongNumbers wrong = {};  // only if `expected.at` is set
  double latency_ms = -1;   // from the last event of any rank to the proof; -1 = not measured

  bool is_fault() const { return expected.fault_shows(); }
  // Return whether the planted fault causes a hang, and whether the verdict reports a hang.
  bool should_hang() const;
  bool hung() const;
  // Returns whether the verdict is as expected, and also the class if a class is expected.
  bool class_right() const;
  bool ranks_right() const;
  // Returns whether the verdict is a proved or likely deadlock although no deadlock was planted.
  // good_enough() never accepts this mistake.
  bool false_deadlock() const;
  bool place_right() const { return expected.at.empty() || expected.at == wrong.at; }
  bool right() const { return class_right() && ranks_right() && place_right(); }
};

// Scores one record. If `wrong` is given, the score's ranks are the ranks with wrong numerical
// results.
Score score(const matrix::Outcome& expected, const verdict::CellRecord& record,
            const std::optional<WrongNumbers>& wrong = {});

// Returns the expectation for runs that record no collectives. In such runs, a hang leads to a
// timeout (or to a stall if some rank compiles), and any other fault may lead to any verdict.
matrix::Outcome unprobed(const matrix::Outcome& expected);

// Returns one line of the file given with --json.
nlohmann::ordered_json to_json(const Score& score);

// Rates in percent (100 if there was nothing to check), and latencies of deadlock proofs in ms.
struct Rates {
  std::size_t faults = 0;
  std::size_t healthy = 0;
  double class_right = 100;    // of the faults
  double ranks_right = 100;    // of the faults
  double healthy_right = 100;  // of the healthy cells
  std::size_t hangs = 0;       // planted
  double hung = 100;           // of the planted hangs
  std::size_t wrong = 0;       // wrong cells for which `at` is expected
  double place_right = 100;    // of those cells
  std::size_t false_deadlocks = 0;
  std::size_t deadlocks = 0;  // verdicts among the faults
  std::size_t likely = 0;     // likely ones among `deadlocks`
  std::size_t measured = 0;   // number of latencies
  double latency_p50 = 0;
  double latency_p99 = 0;

  // Returns true if class_right, healthy_right, hung and place_right are at least 95 %, ranks_right
  // is at least 99 %, there is no false deadlock, and there is at least one cell. With 20 latencies
  // or more, also requires a median of at most 200 ms and a 99th percentile of at most 1 s.
  bool good_enough() const;
};

Rates rates(const std::vector<Score>& scores);

// Return a line of at most 100 columns without a newline.
std::string heading();
std::string line(const Score& score);
// Returns several lines.
std::string describe(const Rates& rates);
// Returns a table of how many cells with wrong numerical results are detected by checks that are
// common elsewhere (golden/usual_checks.h). Returns "" if no cell has wrong results.
std::string table_of_usual_checks(const std::vector<Score>& scores);

}  // namespace gridlock::cli
