#include "harness/prover/rules.h"

#include "harness/text/rank_list.h"

namespace gridlock::prover {
namespace {

const char* one_or_more(const std::vector<int>& ranks, const char* one, const char* more) {
  return ranks.size() == 1 ? one : more;
}

// Returns a clause that says what the missing ranks did. It follows "It" or "They".
const char* clause_of(WaitPoint::Kind kind) {
  switch (kind) {
    case WaitPoint::Kind::kCollective:
      return "never made the call that ";
    case WaitPoint::Kind::kSend:
      return "never received the message that ";
    case WaitPoint::Kind::kRecv:
      return "never sent the message that ";
    case WaitPoint::Kind::kStore:
      return "never set the key that ";
    case WaitPoint::Kind::kBuild:
      return "never created the group that ";
    case WaitPoint::Kind::kLock:
      return "held the lock that ";
  }
  return "";
}

}  // namespace

std::string rule_of_dead(const std::vector<int>& dead) {
  return one_or_more(dead, "It ended without making the call that others wait for",
                     "They ended without making the calls that others wait for");
}

std::string rule_of_dead_without_keys(const std::vector<int>& dead) {
  return one_or_more(dead, "It ended without setting the store key that others wait for",
                     "They ended without setting the store keys that others wait for");
}

std::string rule_of_held_store(const std::vector<int>& ranks) {
  return one_or_more(ranks,
                     "One of its threads waits in the store, and no other thread can use the same "
                     "store object until that wait ends",
                     "One thread of each waits in the store, and no other thread of the rank can "
                     "use the same store object until that wait ends");
}

std::string rule_of_missing(const WaitPoint& place, const std::vector<int>& missing,
                            const std::vector<int>& waiters) {
  const std::string waits = one_or_more(waiters, " waits", " wait");
  const std::string what = place.kind == WaitPoint::Kind::kSend
                               ? one_or_more(waiters, " sends", " send")
                               : waits + " for";
  return one_or_more(missing, "It ", "They ") + std::string(clause_of(place.kind)) +
         text::rank_words(waiters) + what;
}

std::string rule_of_minority(const std::vector<int>& few) {
  return one_or_more(few, "Its call differs from the call of most members",
                     "Their calls differ from the call of most members");
}

std::string rule_of_member_lists(const std::vector<int>& ranks, bool as_many) {
  if (as_many) return "They passed different lists of members, and equally many ranks passed each";
  return one_or_more(ranks, "It passed a list of members that differs from the list of most ranks",
                     "They passed a list of members that differs from the list of most ranks");
}

std::string rule_of_namesakes() {
  return "They created different groups, but torch gave these groups the same name";
}

std::string rule_of_compiler(const std::vector<int>& ranks) {
  return one_or_more(ranks, "The compiler issued its call; the program made the other calls",
                     "The compiler issued their calls; the program made the other calls");
}

std::string rule_of(const Divergence& divergence) {
  const std::string subject = one_or_more(divergence.ranks, "It ", "They ");
  switch (divergence.how) {
    case Divergence::How::kSkipped:
      return subject + "skipped a call that earlier steps have and that the others made";
    case Divergence::How::kExtra:
      return subject + "made a call that earlier steps do not have at this place";
    case Divergence::How::kSkippedOrExtra:
      return subject + "skipped a call that the others made, or made one that no earlier step has";
    case Divergence::How::kChanged:
      return subject + "passed other arguments than in earlier steps";
    case Divergence::How::kUnknown:
      break;
  }
  return subject + "left the call sequence of earlier steps, and the others did not";
}

std::string rule_of_waiting(const std::vector<int>& ranks) {
  return one_or_more(ranks, "It waits, and no rank is left that could end the wait",
                     "They wait, and no rank is left that could end the wait");
}

std::string rule_of_awaited(const std::vector<int>& ranks) {
  return one_or_more(ranks, "All others wait for it, directly or through other ranks",
                     "All others wait for them, directly or through other ranks");
}

}  // namespace gridlock::prover
