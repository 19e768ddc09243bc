// What every rank of a cell is asked, in every tier.
#pragma once

#include "harness/controller/machine.h"
#include "harness/protocol/rank_messages.h"
#include "matrix/plan.h"

namespace gridlock::controller {

protocol::RankSpec rank_spec(const matrix::PlannedCell& planned, int repetition);

// Where a cell trains: on GPUs if it asks for them or, asking for "auto", if there is one for each
// rank.
bool trains_on_gpus(const matrix::Cell& cell, const MachineFacts& machine);
int world_size_of(const matrix::Cell& cell);

bool compiles(const matrix::Cell& cell);

// The value of `axis` as a word, or "" where it does not apply.
std::string word_of(const matrix::Cell& cell, std::string_view axis);

}  // namespace gridlock::controller
