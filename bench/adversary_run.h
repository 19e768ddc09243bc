// One run of one row of `gridlock bench soundness --adversaries`: its true verdict, and the verdict
// that gridlock reported.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/verdict/record.h"

namespace gridlock::bench {

struct AdversaryRun {
  std::string row;                                        // id of the cell
  std::vector<std::pair<std::string, std::string>> axes;  // the case's own axes
  std::string truth;                                      // the true verdict
  // gridlock's verdict; "proved" or "likely" for a deadlock.
  std::string answer;
  std::string doubt;  // why there is no proof: "thread x of rank 0 waits for child process 4711"
  std::string sentence;  // the verdict in words
  std::string evidence;  // folder of the evidence; "" = none
  std::string script;    // file with the program of a run that is not right(); "" = none
  double seconds = 0;

  bool completes() const { return truth == "pass" || truth == "crash"; }
  // Returns whether gridlock proved a deadlock although there is none. A stall is no deadlock,
  // because something visibly active might still release the waiting ranks.
  bool false_proof() const { return truth != "deadlock" && answer == "proved"; }
  // Returns whether gridlock reported the true verdict. For a deadlock, "likely" is right, too.
  bool right() const;
};

// Compares the record of a cell with its true verdict. `evidence` is its evidence folder.
AdversaryRun adversary_run(const verdict::CellRecord& record, const std::string& truth,
                           const std::string& evidence);

// Returns one line of the file that --json names.
nlohmann::ordered_json to_json(const AdversaryRun& run);

// Returns the kind of doubt without names and numbers, such as "waits for child process N".
std::string doubt_category(const std::string& doubt);

// Return text of at most 100 columns per line, without a final newline. For a false proof, line()
// also names the row, the script and the evidence folder.
std::string adversary_heading();
std::string line(const AdversaryRun& run);

}  // namespace gridlock::bench
