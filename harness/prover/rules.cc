#include "harness/prover/rules.h"

namespace gridlock::prover {
namespace {

constexpr std::size_t kMostRuns = 8;

const char* one_or_more(const std::vector<int>& ranks, const char* one, const char* more) {
  return ranks.size() == 1 ? one : more;
}

// Of three ranks or more a run is "3-5".
std::vector<std::string> runs_of(const std::vector<int>& ranks) {
  std::vector<std::string> runs;
  for (std::size_t first = 0, last = 0; first < ranks.size(); first = ++last) {
    while (last + 1 < ranks.size() && ranks[last] + 1 == ranks[last + 1]) ++last;
    if (last - first == 1) last = first;
    std::string run = std::to_string(ranks[first]);
    if (last > first) run += "-" + std::to_string(ranks[last]);
    runs.push_back(std::move(run));
  }
  return runs;
}

// What a place's waiters wait for, as a clause behind "It" or "They".
const char* part_of(WaitPoint::Kind kind) {
  switch (kind) {
    case WaitPoint::Kind::kCollective:
      return "skipped the call that ";
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

std::string ranks_in_words(const std::vector<int>& ranks) {
  std::vector<std::string> runs = runs_of(ranks);
  const bool cut = runs.size() > kMostRuns;
  if (cut) {
    runs.resize(kMostRuns);
    runs.push_back("others (" + std::to_string(ranks.size()) + " in all)");
  }
  std::string text = one_or_more(ranks, "rank ", "ranks ");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) text += i + 1 == runs.size() ? " and " : ", ";
    text += runs[i];
  }
  return text;
}

std::string rule_of_dead(const std::vector<int>& dead) {
  return one_or_more(dead, "It has ended, and never made the call that others wait for",
                     "They have ended, and never made the calls that others wait for");
}

std::string rule_of_missing(const WaitPoint& place, const std::vector<int>& missing,
                            const std::vector<int>& waiters) {
  const std::string waits = one_or_more(waiters, " waits", " wait");
  const std::string what = place.kind == WaitPoint::Kind::kSend
                               ? one_or_more(waiters, " sends", " send")
                               : waits + " for";
  return one_or_more(missing, "It ", "They ") + std::string(part_of(place.kind)) +
         ranks_in_words(waiters) + what;
}

std::string rule_of_few(const std::vector<int>& few) {
  return one_or_more(few, "Its call differs from the call of most members",
                     "Their calls differ from the call of most members");
}

std::string rule_of_lists(const std::vector<int>& ranks, bool as_many) {
  if (as_many) return "They gave different lists of members, and as many gave each";
  return one_or_more(ranks, "It gave another list of members than most",
                     "They gave another list of members than most");
}

std::string rule_of_compiler(const std::vector<int>& ranks) {
  return one_or_more(ranks, "Its call comes from the compiler, and the program makes the others'",
                     "Their calls come from the compiler, and the program makes the others'");
}

std::string rule_of(const Departure& departure) {
  const std::string subject = one_or_more(departure.ranks, "It ", "They ");
  switch (departure.how) {
    case Departure::How::kSkipped:
      return subject + "skipped a call of earlier steps that the others made";
    case Departure::How::kExtra:
      return subject + "made a call that no earlier step has at this place";
    case Departure::How::kChanged:
      return subject + "passed other arguments than in earlier steps";
    case Departure::How::kUnknown:
      break;
  }
  return subject + "left the sequence of calls of earlier steps, and the others did not";
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
