// Groups that ranks have made under one name, of different members.
#pragma once

#include <optional>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// A desync: two groups of one name share a rank, and their members differ. torch names groups by
// their number, so ranks that give new_group different lists meet in the store all the same, and
// some of them even get a group, with the wrong members. Sub-groups of one split have one name,
// too, and share no rank. At fault are those whose list fewer ranks have; `blocked` has an entry
// for each rank that made one of the groups. Takes O(members of all groups).
std::optional<Finding> different_members(const Index& index);

}  // namespace gridlock::prover
