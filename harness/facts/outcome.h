// What became of a script under `gridlock exec`: the file of --json, what one host tells the others
// at the end, and what the minimizer asks for.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/facts/crash.h"
#include "harness/facts/hang.h"

namespace gridlock::facts {

struct Outcome {
  std::string verdict;                                  // of the finding, timeout, crash,
                                                        // interrupted or pass; "" = not known yet
  std::optional<int> exit_code = {};                    // of gridlock exec
  std::optional<Hang> finding = {};                     // or
  std::optional<Crash> crash = {};                      // or neither
  std::optional<Hang> desync = {};                      // calls before the crash that do not match
  std::map<int, std::vector<std::string>> stacks = {};  // by rank: "main (train.py:3)", outermost
                                                        // first

  // Of an interrupted run, where each rank was: "rank 0 waits in all_reduce #3 at train.py:7".
  std::vector<std::string> standing = {};

  bool operator==(const Outcome&) const = default;
};

// One object: the fields of the finding or the crash, and "verdict", "exit_code", "desync",
// "stacks" and "standing".
nlohmann::ordered_json to_json(const Outcome& outcome);
// The JSON Schema of these objects.
nlohmann::ordered_json outcome_schema();
// Throws fields::Error (harness/fields/path.h) for what is no such object.
Outcome outcome_from_json(const nlohmann::ordered_json& json);

}  // namespace gridlock::facts
