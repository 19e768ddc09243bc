// Finds groups that ranks made with the same name but with different members.
#pragma once

#include <optional>
#include <vector>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns a desync if two groups of the same name share a rank but have different members. torch
// derives group names from a counter, so ranks that pass different lists to new_group use the same
// store keys, and some of them get a group with the wrong members. The subgroups of one split also
// share a name, but they share no rank. The ranks with the rarer list are at fault. In the finding,
// `blocked` has an entry for each rank that created one of the two groups. Takes O(members of all
// groups).
std::optional<Finding> different_members(const Index& index);

// Returns whether ranks created another group with the same name and no common member, on a backend
// that connects members by the name. torch gives groups the same name unless every rank calls
// new_group for every group. Takes O(groups).
bool has_namesake(const Index& index, int group);

// Returns the index of the group whose creation or call the thread waits in.
std::optional<int> group_of(const Index& index, const Blocked& blocked);

// Returns has_namesake() of all groups. Takes O(groups), as long as few groups have one name.
std::vector<bool> groups_with_namesakes(const Index& index);

// Returns the ranks that created a group of that name, sorted.
std::vector<int> makers_of_name(const Index& index, int group);

}  // namespace gridlock::prover
