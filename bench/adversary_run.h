// Represents one run of one row of `gridlock bench soundness --adversaries`, with the true verdict
// and gridlock's verdict.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/verdict/record.h"

namespace gridlock::bench {

// One run of one row.
struct AdversaryRun {
  std::string row;                                        // id of the cell
  std::vector<std::pair<std::string, std::string>> axes;  // the case's own axes
  std::string truth;                                      // the true verdict
  // gridlock's verdict; "proved" or "likely" for a deadlock.
  std::string answer;
  std::string doubt;  // why there is no proof: "thread x of rank 0 waits for child process 4711"
  std::string sentence;
  std::string evidence;  // folder of the evidence; "" = none
  std::string script;    // file with the program, if the run needs to be examined; "" = none
  double seconds = 0;

  bool completes() const { return truth == "pass" || truth == "crash"; }
  // Returns whether the proof of a deadlock is false. It is false if the program would have
  // completed, or if something that might release the waiting ranks is visibly active.
  bool false_proof() const { return truth != "deadlock" && answer == "proved"; }
  // Returns whether the verdict is true. "likely" is also true for a deadlock.
  bool right() const;
};

AdversaryRun adversary_run(const verdict::CellRecord& record, const std::string& truth,
                           const std::string& evidence);

// Returns one line of the file that --json names.
nlohmann::ordered_json to_json(const AdversaryRun& run);

// Returns the kind of doubt without names and numbers, such as "waits for child process N".
std::string doubt_category(const std::string& doubt);

// Return lines of at most 100 columns, without a newline. The line of a false proof contains
// everything that is needed to examine the proof.
std::string adversary_heading();
std::string line(const AdversaryRun& run);

}  // namespace gridlock::bench
