// The result of a script under `gridlock exec`. It is the content of the --json file, the message
// that a host sends to the others at the end, and the minimizer's input.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/facts/crash.h"
#include "harness/facts/finding_record.h"

namespace gridlock::facts {

struct Outcome {
  std::string verdict;                                  // of the finding, timeout, crash,
                                                        // interrupted or pass; "" = not known yet
  std::optional<int> exit_code = {};                    // of gridlock exec
  std::optional<FindingRecord> finding = {};            // or
  std::optional<Crash> crash = {};                      // or neither
  std::optional<FindingRecord> desync = {};             // calls before the crash that do not match
  std::map<int, std::vector<std::string>> stacks = {};  // by rank: "main (train.py:3)", outermost
                                                        // first

  // Where each rank was when the run was interrupted: "rank 0 waits in all_reduce #3 at
  // train.py:7".
  std::vector<std::string> standing = {};

  bool operator==(const Outcome&) const = default;
};

// One object: the fields of the finding or the crash, and "verdict", "exit_code", "desync",
// "stacks" and "standing".
nlohmann::ordered_json to_json(const Outcome& outcome);
// Returns the JSON Schema of these objects.
nlohmann::ordered_json outcome_schema();
// Throws fields::Error (harness/fields/path.h) if the JSON is not such an object.
Outcome outcome_from_json(const nlohmann::ordered_json& json);

}  // namespace gridlock::facts
