// What `gridlock bench soundness --adversaries` makes of its runs: of programs that complete though
// they look like a deadlock, and of their twins that hang.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/verdict/record.h"

namespace gridlock::cli {

// One run of one row.
struct AdversaryRun {
  std::string row;                                        // id of the cell
  std::vector<std::pair<std::string, std::string>> axes;  // those of the case
  std::string truth;                                      // the verdict that is true of it
  // A verdict, of which deadlocks are told apart: "proved", "likely".
  std::string answer;
  std::string doubt;  // what a proof lacked: "thread x of rank 0 waits for child process 4711"
  std::string sentence;
  std::string evidence;  // folder; "" = none
  std::string script;    // file with the program, where it is worth a look; "" = none
  double seconds = 0;

  bool completes() const { return truth == "pass" || truth == "crash"; }
  // A deadlock was proved of a program that would have completed.
  bool false_proof() const { return completes() && answer == "proved"; }
  // The truth was said. A deadlock that is only likely is true of one that is a deadlock.
  bool right() const;
};

AdversaryRun adversary_run(const verdict::CellRecord& record, const std::string& truth,
                           const std::string& evidence);

// One line of the file that --json names.
nlohmann::ordered_json to_json(const AdversaryRun& run);

// What kind of doubt it is, whoever has it: "waits for child process N".
std::string doubt_category(const std::string& doubt);

class AdversaryTally {
 public:
  void add(const AdversaryRun& run);

  std::size_t false_proofs() const { return false_proofs_; }
  // No false proof, nearly all that completes did, and of the deadlocks enough were found.
  bool good_enough() const;
  // Several lines, at most 100 columns wide.
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
  std::map<std::string, std::size_t> doubts_;  // of deadlocks that were not proved
  std::map<std::pair<std::string, std::string>, Failures> by_value_;  // of an axis
  std::size_t false_proofs_ = 0;
  std::size_t doubted_ = 0;  // completed, though a deadlock had been called likely
};

// Lines of at most 100 columns, without their newline.
std::string adversary_heading();
std::string line(const AdversaryRun& run);

}  // namespace gridlock::cli
