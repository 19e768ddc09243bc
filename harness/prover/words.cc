#include "harness/prover/words.h"

#include "harness/text/rank_list.h"

namespace gridlock::prover {
namespace {

std::string name_of(const Group& group) {
  const std::string& name = group.description.empty() ? group.name : group.description;
  return name + "[" + text::rank_list(group.members) + "]";
}

std::string wait_words(const Blocked& blocked) {
  switch (blocked.wait.on) {
    case Wait::On::kCall:
    case Wait::On::kIssue:
      return "waits in " + trace::describe(blocked.call.op) + " #" +
             std::to_string(blocked.call.seq) + " of " + name_of(blocked.group);
    case Wait::On::kStore:
      return "waits for a key of the store";
    case Wait::On::kBuild:
      return "waits in the creation of group " + name_of(blocked.group);
    case Wait::On::kBackward:
      return "waits in backward for calls whose futures it took";
    case Wait::On::kLock:
      return "waits for a lock";
  }
  return {};
}

}  // namespace

std::string describe(const Blocked& blocked) {
  const std::string words = wait_words(blocked);
  return blocked.waits_for.empty() ? words
                                   : words + ", needs " + text::rank_words(blocked.waits_for);
}

}  // namespace gridlock::prover
