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

}  // namespace

std::vector<History> histories(const Evidence& evidence) {
  std::vector<History> found;
  for (const facts::Group& group : groups_of(evidence.finding)) {
    if (found.size() == kMost) break;
    auto history = history_of(group, evidence);
    // A group in which ranks agree is shown only if the main wait is in it.
    const bool tells = history && (history->diverged || history->awaited || found.empty());
    if (tells) found.push_back(std::move(*history));
  }
  return found;
}

}  // namespace gridlock::diagnosis
