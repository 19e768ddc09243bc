// One run of one row of `gridlock bench soundness --adversaries`: what is true, and what was said.
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
  std::vector<std::pair<std::string, std::string>> axes;  // those of the case
  std::string truth;                                      // the verdict that is true of it
  // A verdict; for deadlocks "proved" or "likely".
  std::string answer;
  std::string doubt;  // what a proof lacked: "thread x of rank 0 waits for child process 4711"
  std::string sentence;
  std::string evidence;  // folder; "" = none
  std::string script;    // file with the program, where it is worth a look; "" = none
  double seconds = 0;

  bool completes() const { return truth == "pass" || truth == "crash"; }
  // A deadlock was proved of a program that would have completed, or of one in which something is
  // at work that might release the others, as far as can be seen.
  bool false_proof() const { return truth != "deadlock" && answer == "proved"; }
  // The truth was said. A deadlock that is only likely is true of one that is a deadlock.
  bool right() const;
};

AdversaryRun adversary_run(const verdict::CellRecord& record, const std::string& truth,
                           const std::string& evidence);

// One line of the file that --json names.
nlohmann::ordered_json to_json(const AdversaryRun& run);

// What kind of doubt it is, without names and numbers: "waits for child process N".
std::string doubt_category(const std::string& doubt);

// Lines of at most 100 columns, without their newline; of a false proof, all that is needed to look
// into it.
std::string adversary_heading();
std::string line(const AdversaryRun& run);

}  // namespace gridlock::bench
