// The JSON Schema of the file of `exec --json`, and of a line of `dump --json`.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace gridlock::exec {

// By verdict: a finding, a crash, or neither.
nlohmann::ordered_json outcome_schema();

}  // namespace gridlock::exec
