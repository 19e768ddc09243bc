// Reads and writes programs as JSON. Tests run these programs on real ranks too.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/prover/model/program.h"

namespace gridlock::prover::model {

nlohmann::json to_json(const Program& program);
// Throws std::exception if the JSON is not a program.
Program program_from_json(const nlohmann::json& json);

}  // namespace gridlock::prover::model
