// The input of every rank of a cell, however it is started: the JSON object that
// harness/rank/gridlock reads. A rank's own place in the world is added by who starts it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/controller/machine.h"
#include "matrix/plan.h"

namespace gridlock::controller {

nlohmann::json specification(const matrix::PlannedCell& planned, int repetition);

// Where a cell trains: on GPUs if it asks for them or, asking for "auto", if there is one for each
// rank.
bool trains_on_gpus(const matrix::Cell& cell, const MachineFacts& machine);
int world_size_of(const matrix::Cell& cell);

// The value of `axis` as a word, or "" where it does not apply.
std::string word_of(const matrix::Cell& cell, std::string_view axis);

}  // namespace gridlock::controller
