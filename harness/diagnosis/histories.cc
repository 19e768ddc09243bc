#include "harness/diagnosis/histories.h"

#include <algorithm>

#include "harness/diagnosis/waiting.h"
#include "harness/diagnosis/words.h"

namespace gridlock::diagnosis {
namespace {

constexpr std::size_t kMost = 3;

std::vector<facts::Group> groups_of(const facts::Finding& finding) {
  std::vector<facts::Group> groups;
  const auto add = [&](const facts::Group& group) {
    const bool known = std::ranges::any_of(
        groups, [&](const facts::Group& other) { return same_group(other, group); });
    if (!known && !group.members.empty()) groups.push_back(group);
  };
  const Waiting waiting = main_wait(finding);
  if (waiting.wait != nullptr) add(waiting.wait->group);
  for (const facts::Blocked& blocked : finding.blocked) add(blocked.group);
  return groups;
}

// Where calls of the group began to pair by chance; 0: nowhere that is known.
std::uint64_t paired_by_chance(const facts::Finding& finding, const facts::Group& group) {
  const auto& divergence = finding.divergence;
  return divergence && same_group(divergence->group, group) ? divergence->seq : 0;
}

}  // namespace

std::vector<History> histories(const Evidence& evidence) {
  std::vector<History> found;
  for (const facts::Group& group : groups_of(evidence.finding)) {
    if (found.size() == kMost) break;
    auto history = history_of(group, evidence.ranks, paired_by_chance(evidence.finding, group));
    // Where ranks agree there is nothing to see, unless it is the group that they wait in.
    const bool tells = history && (history->diverged || found.empty());
    if (tells) found.push_back(std::move(*history));
  }
  return found;
}

}  // namespace gridlock::diagnosis
