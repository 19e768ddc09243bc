// Scores the records of the trials of `gridlock selftest`: whether and how often each was as
// expected.
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
  WrongNumbers wrong = {};  // only if `expected` names a place
  double latency_ms = -1;   // from the last event of any rank to the proof; -1 = not measured

  bool is_fault() const { return expected.fault_shows(); }
  // Whether the planted fault hangs, and whether the verdict is that of a hang.
  bool should_hang() const;
  bool hung() const;
  // Checks the verdict, and its class if one is expected.
  bool class_right() const;
  bool ranks_right() const;
  // Returns whether a deadlock was proved, or called likely, without a planted one: the one mistake
  // that is never accepted.
  bool false_deadlock() const;
  bool place_right() const { return expected.at.empty() || expected.at == wrong.at; }
  bool right() const { return class_right() && ranks_right() && place_right(); }
};

// With `wrong`, the score's ranks are those that hold the wrong numbers.
Score score(const matrix::Outcome& expected, const verdict::CellRecord& record,
            const std::optional<WrongNumbers>& wrong = {});

// Returns the expectation for runs that record no collectives: hangs end as timeouts (or as stalls,
// if some rank compiles), and other faults may end in any verdict.
matrix::Outcome unprobed(const matrix::Outcome& expected);

// Returns one line of the file that --json names.
nlohmann::ordered_json to_json(const Score& score);

// Shares in percent, 100 if there was nothing to check; latencies of deadlocks in ms.
struct Rates {
  std::size_t faults = 0;
  std::size_t healthy = 0;
  double class_right = 100;    // of the faults
  double ranks_right = 100;    // of the faults
  double healthy_right = 100;  // of the healthy cells
  std::size_t hangs = 0;       // planted
  double hung = 100;           // of the planted hangs
  std::size_t wrong = 0;       // wrong numbers with an expected place
  double place_right = 100;    // of those places
  std::size_t false_deadlocks = 0;
  std::size_t deadlocks = 0;  // verdicts among the faults
  std::size_t likely = 0;     // of those deadlocks
  std::size_t measured = 0;   // number of latencies
  double latency_p50 = 0;
  double latency_p99 = 0;

  // Requires class 95 %, ranks 99 %, healthy 95 %, hangs 95 %, places 95 %, no false deadlock, and
  // at least one cell. With 20 latencies or more, also requires that the median is at most 200 ms
  // and the 99th percentile at most 1 s.
  bool good_enough() const;
};

Rates rates(const std::vector<Score>& scores);

// Return lines of at most 100 columns without a newline.
std::string heading();
std::string line(const Score& score);
// Returns several lines.
std::string describe(const Rates& rates);
// Returns a table of how many cells with wrong numbers the usual checks of others
// (golden/usual_checks.h) detect; "" without wrong numbers.
std::string table_of_usual_checks(const std::vector<Score>& scores);

}  // namespace gridlock::cli
