// The result of a script under `gridlock exec`. It is the content of the --json file, the last
// message that a host sends to the others, and the input of the minimizer.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/facts/crash.h"
#include "harness/facts/finding_record.h"

namespace gridlock::facts {

// The aspects of a script that gridlock examined. `ended` is no statement about any other aspect.
struct LookedAt {
  bool waits = false;     // waits of ranks: at least one rank has joined a process group
  bool calls = false;     // whether the calls of ranks match
  bool crashes = true;    // ends of processes
  bool compiler = false;  // compilations: with --compile-report
  bool numbers = false;   // losses and other numbers: never

  bool operator==(const LookedAt&) const = default;
};

// The verdict of a script that exited with 0. It is no statement about the script's numbers.
inline constexpr const char* kEnded = "ended";

struct Outcome {
  std::string verdict;                                  // the finding's verdict, or timeout, crash,
                                                        // interrupted or ended; "" = not known yet
  std::optional<int> exit_code = {};                    // exit code of gridlock exec
  std::optional<FindingRecord> finding = {};            // set for a hang or a timeout
  std::optional<Crash> crash = {};                      // set for a crash; excludes `finding`
  std::optional<FindingRecord> desync = {};             // calls that did not match before the end
  std::map<int, std::vector<std::string>> stacks = {};  // by rank: "main (train.py:3)", outermost
                                                        // first

  // Where each rank was when the run was interrupted, as text such as "rank 0 waits in all_reduce
  // #3 at train.py:7".
  std::vector<std::string> standing = {};
  // Calls that were paired although they do not belong together: "all_reduce #7 of default_pg[0-1]:
  // rank 1 made it at train.py:9, rank 0 at train.py:5; rank 1 may have skipped a call".
  std::string accident = {};
  LookedAt looked_at = {};
  std::string evidence = {};  // the evidence folder; "" if there is none

  bool operator==(const Outcome&) const = default;
};

// Returns one object with the fields of the finding or the crash, and "verdict", "exit_code",
// "desync", "stacks", "standing", "accident", "looked_at" and "evidence".
nlohmann::ordered_json to_json(const Outcome& outcome);
// Returns the JSON Schema of outcomes.
nlohmann::ordered_json outcome_schema();
// Throws fields::Error (harness/fields/path.h) if the JSON is not an outcome.
Outcome outcome_from_json(const nlohmann::ordered_json& json);

}  // namespace gridlock::facts
