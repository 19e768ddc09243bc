#include "harness/prover/membership.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "harness/prover/rules.h"

namespace gridlock::prover {
namespace {

using Name = std::pair<std::string, int>;  // name and Group::creation

std::vector<int> makers_of(const KnownGroup& group) {
  std::vector<int> ranks;
  for (const Member& member : group.members) {
    if (member.has_group) ranks.push_back(member.rank);
  }
  return ranks;
}

void add(const KnownGroup& group, const std::vector<int>& makers, const std::vector<int>& others,
         Finding& finding) {
  for (const int rank : makers) {
    Blocked maker;
    maker.rank = rank;
    maker.wait.on = Wait::On::kBuild;
    maker.group = *group.group;
    maker.waits_for = others;
    finding.blocked.push_back(std::move(maker));
  }
}

Finding describe(const KnownGroup& one, const KnownGroup& other) {
  const std::vector<int> mine = makers_of(one), theirs = makers_of(other);
  Finding finding;
  finding.kind = Kind::kDesync;
  finding.cls = Class::kGroupMembership;
  add(one, mine, theirs, finding);
  add(other, theirs, mine, finding);
  std::ranges::stable_sort(finding.blocked, {}, &Blocked::rank);
  if (mine.size() < theirs.size()) finding.at_fault = mine;
  if (mine.size() > theirs.size()) finding.at_fault = theirs;
  if (mine.size() == theirs.size()) {
    std::ranges::merge(mine, theirs, std::back_inserter(finding.at_fault));
  }
  finding.rule = rule_of_member_lists(finding.at_fault, mine.size() == theirs.size());
  return finding;
}

bool have_one_name(const KnownGroup& one, const KnownGroup& other) {
  return one.group->name == other.group->name && one.group->creation == other.group->creation;
}

bool share_a_member(const Group& one, const Group& other) {
  return std::ranges::find_first_of(one.members, other.members) != one.members.end();
}

}  // namespace

bool has_namesake(const Index& index, int group) {
  const KnownGroup& mine = index.group(group);
  if (mine.semantics == nullptr || !mine.semantics->connects_by_name) return false;
  return std::ranges::any_of(index.groups(), [&](const KnownGroup& other) {
    return have_one_name(mine, other) && !share_a_member(*mine.group, *other.group) &&
           !makers_of(other).empty();
  });
}

std::optional<int> group_of(const Index& index, const Blocked& blocked) {
  if (blocked.wait.on == Wait::On::kBuild) {
    return index.group_index(blocked.rank, blocked.wait.group);
  }
  if (blocked.call.number == 0) return std::nullopt;
  return index.group_index(blocked.rank, blocked.call.group);
}

std::vector<bool> groups_with_namesakes(const Index& index) {
  std::map<Name, int> counts;
  for (const KnownGroup& group : index.groups()) {
    ++counts[{group.group->name, group.group->creation}];
  }
  std::vector<bool> result;
  for (int i = 0; i < static_cast<int>(index.groups().size()); ++i) {
    const Group& group = *index.group(i).group;
    result.push_back(counts[{group.name, group.creation}] > 1 && has_namesake(index, i));
  }
  return result;
}

std::vector<int> makers_of_name(const Index& index, int group) {
  std::vector<int> makers;
  for (const KnownGroup& other : index.groups()) {
    if (have_one_name(index.group(group), other)) {
      std::ranges::copy(makers_of(other), std::back_inserter(makers));
    }
  }
  std::ranges::sort(makers);
  return makers;
}

std::optional<Finding> different_members(const Index& index) {
  std::map<Name, std::map<int, const KnownGroup*>> groups_of_rank;
  for (const KnownGroup& group : index.groups()) {
    // If the facts of a rank that created the group are corrupt, the rank is not among its makers.
    if (makers_of(group).empty()) continue;
    auto& known = groups_of_rank[{group.group->name, group.group->creation}];
    for (const Member& member : group.members) {
      const auto [found, fresh] = known.emplace(member.rank, &group);
      if (!fresh && found->second != &group) return describe(*found->second, group);
    }
  }
  return std::nullopt;
}

}  // namespace gridlock::prover
