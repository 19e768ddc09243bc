// Finds groups that ranks have made with one name but different members.
#pragma once

#include <optional>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Finds a desync: two groups of one name share a rank, but their members differ. torch numbers
// groups for their names, so ranks that pass different lists to new_group still meet in the store,
// and some of them even get a group, with the wrong members. Sub-groups of one split have one name,
// too, but share no rank. The ranks with the rarer list are at fault; `blocked` has an entry for
// each rank that made one of the groups. Takes O(members of all groups).
std::optional<Finding> different_members(const Index& index);

}  // namespace gridlock::prover
