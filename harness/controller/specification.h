// The request that every rank of a cell receives, in every tier.
#pragma once

#include "harness/controller/machine.h"
#include "harness/protocol/rank_messages.h"
#include "matrix/plan.h"

namespace gridlock::controller {

protocol::RankSpec rank_spec(const matrix::PlannedCell& planned, int repetition);

// Returns whether a cell trains on GPUs: it requests GPUs, or it requests "auto" and the machine
// has a GPU for each rank.
bool trains_on_gpus(const matrix::Cell& cell, const MachineFacts& machine);
int world_size_of(const matrix::Cell& cell);

bool compiles(const matrix::Cell& cell);

// Returns the value of `axis` as text, or "" if the cell does not have the axis.
std::string word_of(const matrix::Cell& cell, std::string_view axis);

}  // namespace gridlock::controller
