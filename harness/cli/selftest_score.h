// What `gridlock selftest` makes of the records of its trials: was each as expected, and how often.
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
  bool likely = false;  // of a deadlock: not proved
  std::string sentence;
  std::string evidence;
  double seconds = 0;
  WrongNumbers wrong = {};  // where `expected` says where
  double latency_ms = -1;   // from the last event of any rank to the proof; -1 = not measured

  bool is_fault() const { return expected.fault_shows(); }
  // What was planted hangs, and what was said of it is what is said of a hang.
  bool should_hang() const;
  bool hung() const;
  // The verdict, and its class where one is expected.
  bool class_right() const;
  bool ranks_right() const;
  // A deadlock was proved, or called likely, where there is none: the one mistake that is never
  // forgiven.
  bool false_deadlock() const;
  bool place_right() const { return expected.at.empty() || expected.at == wrong.at; }
  bool right() const { return class_right() && ranks_right() && place_right(); }
};

// Where `wrong` is known, ranks are those that hold it.
Score score(const matrix::Outcome& expected, const verdict::CellRecord& record,
            const std::optional<WrongNumbers>& wrong = {});

// What remains of an expectation where no collectives are recorded: hangs end as timeouts (or as
// stalls, if some rank compiles), and of other faults anything may be said.
matrix::Outcome unprobed(const matrix::Outcome& expected);

// One line of the file that --json names.
nlohmann::ordered_json to_json(const Score& score);

// Shares in percent, 100 where there was nothing to be right about; latencies of deadlocks in ms.
struct Rates {
  std::size_t faults = 0;
  std::size_t healthy = 0;
  double class_right = 100;    // of the faults
  double ranks_right = 100;    // of the faults
  double healthy_right = 100;  // of the healthy
  std::size_t hangs = 0;       // planted
  double hung = 100;           // of those
  std::size_t wrong = 0;       // numbers, planted at a place
  double place_right = 100;    // of those
  std::size_t false_deadlocks = 0;
  std::size_t deadlocks = 0;  // said of faults
  std::size_t likely = 0;     // of those
  std::size_t measured = 0;   // latencies
  double latency_p50 = 0;
  double latency_p99 = 0;

  // Class 95 %, ranks 99 %, healthy 95 %, hangs 95 %, places 95 %, no false deadlock, and at least
  // one cell. Of 20 latencies or more, half are at most 200 ms and all but one in a hundred at most
  // 1 s.
  bool good_enough() const;
};

Rates rates(const std::vector<Score>& scores);

// Lines of at most 100 columns, without their newline.
std::string heading();
std::string line(const Score& score);
// Several lines.
std::string describe(const Rates& rates);
// What the checks of others (golden/usual_checks.h) say of the wrong numbers; "" without any.
std::string table_of_usual_checks(const std::vector<Score>& scores);

}  // namespace gridlock::cli
