// Finds groups that ranks have made with the same name but different members.
#pragma once

#include <optional>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Finds a desync in which two groups of the same name share a rank but have different members.
// torch derives the names of groups from a counter, so ranks that pass different lists to new_group
// still use the same keys of the store, and some of these ranks even get a group, with the wrong
// members. Sub-groups of one split have the same name too, but share no rank. The ranks with the
// rarer list are at fault. `blocked` contains an entry for each rank that made one of the groups.
// Takes O(members of all groups).
std::optional<Finding> different_members(const Index& index);

}  // namespace gridlock::prover
