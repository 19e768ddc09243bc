// Programs written as JSON: what real ranks are given to run.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/prover/model/program.h"

namespace gridlock::prover::model {

nlohmann::json to_json(const Program& program);
// Throws std::exception for what is no program.
Program program_from_json(const nlohmann::json& json);

}  // namespace gridlock::prover::model
