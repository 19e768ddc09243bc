// Scores the records of the trials of `gridlock selftest`: whether each record is as expected.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/selftest/wrong_numbers.h"
#include "harness/verdict/record.h"
#include "matrix/trial.h"

namespace gridlock::selftest {

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
  // Returns whether the planted fault causes a hang. hung() returns whether the verdict reports a
  // hang.
  bool should_hang() const;
  bool hung() const;
  // Returns whether the verdict is as expected, and the class too if one is expected.
  bool class_right() const;
  bool ranks_right() const;
  // Returns whether the verdict is a proved or likely deadlock although none was planted.
  // Rates::good_enough() never accepts this.
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

}  // namespace gridlock::selftest
