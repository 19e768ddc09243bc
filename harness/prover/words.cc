#include "harness/prover/words.h"

#include "harness/text/rank_list.h"

namespace gridlock::prover {
namespace {

std::string name_of(const Group& group) {
  const std::string& name = group.description.empty() ? group.name : group.description;
  return name + " (" + text::rank_list(group.members) + ")";
}

std::string place_of(const Blocked& blocked) {
  switch (blocked.wait.on) {
    case Wait::On::kCall:
    case Wait::On::kIssue:
      return trace::describe(blocked.call.op) + " #" + std::to_string(blocked.call.seq) + " of " +
             name_of(blocked.group);
    case Wait::On::kStore:
      return "the store for a key";
    case Wait::On::kBuild:
      return "the making of group " + name_of(blocked.group);
    case Wait::On::kBackward:
      return "backward for calls whose futures it took";
    case Wait::On::kLock:
      return "the kernel for a lock";
  }
  return {};
}

}  // namespace

std::string describe(const Blocked& blocked) {
  const std::string whom =
      blocked.waits_for.empty() ? "somebody" : text::rank_list(blocked.waits_for);
  return "waits in " + place_of(blocked) + " for " + whom;
}

}  // namespace gridlock::prover
