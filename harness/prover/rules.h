// Explains why ranks are at fault. The sentences follow the names of the ranks, as in "rank 1. It
// never made the call that ranks 0, 2-3 wait for". They have no period at the end.
#pragma once

#include <string>
#include <vector>

#include "harness/prover/missing_ranks.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

std::string rule_of_dead(const std::vector<int>& dead);
std::string rule_of_dead_without_keys(const std::vector<int>& dead);
std::string rule_of_held_store(const std::vector<int>& ranks);
// Returns the reason for `missing`, the ranks that `waiters` wait for at this wait point.
std::string rule_of_missing(const WaitPoint& place, const std::vector<int>& missing,
                            const std::vector<int>& waiters);
// Returns the reason for ranks whose call differs from the call of most members.
std::string rule_of_minority(const std::vector<int>& few);
// Returns the reason for ranks that passed a rarer list of members, or, if `as_many`, for all ranks
// because equally many passed each list.
std::string rule_of_member_lists(const std::vector<int>& ranks, bool as_many);
std::string rule_of_namesakes();
std::string rule_of_compiler(const std::vector<int>& ranks);
std::string rule_of(const Divergence& divergence);
// Returns the reason for ranks that wait although no rank is left that could end the wait.
std::string rule_of_waiting(const std::vector<int>& ranks);
// Returns the reason for the ranks that all others wait for in a stall.
std::string rule_of_awaited(const std::vector<int>& ranks);

}  // namespace gridlock::prover
