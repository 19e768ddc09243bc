// Verifies the reasons and assumptions of a certificate.
#include "harness/checker/explanation.h"

#include <algorithm>
#include <map>

#include "harness/facts/assumption.h"
#include "harness/text/rank_list.h"

namespace gridlock::checker {
namespace {

bool some_thread_waits(const Claim& claim, Wait::On on) {
  return std::ranges::any_of(claim.ranks, [&](int rank) {
    return std::ranges::any_of(claim.facts(rank).threads, [&](const Thread& thread) {
      return thread.state == Thread::State::kBlocked && thread.wait.on == on;
    });
  });
}

bool parts_are_uneven(const Claim& claim) {
  return std::ranges::any_of(claim.calls, [&](const CallId& id) {
    const auto& open = claim.facts(id.first).open;
    const auto call = std::ranges::find(open, id.second, &Call::number);
    return call != open.end() && has_uneven_parts(call->op);
  });
}

std::set<std::string> assumptions_of(const Claim& claim) {
  std::set<std::string> needed;
  for (const int rank : claim.ranks) {
    for (const Thread& thread : claim.facts(rank).threads) {
      const auto assume = [&](Thread::State state, Assumption assumption) {
        if (thread.state == state) needed.insert(words(assumption, claim.facts(rank)));
      };
      assume(Thread::State::kIdle, Assumption::kSleepersNeedWaking);
      assume(Thread::State::kFeeder, Assumption::kFeedersAreNotAsked);
      assume(Thread::State::kHarmless, Assumption::kHarmlessActAlone);
    }
  }
  if (some_thread_waits(claim, Wait::On::kStore)) {
    needed.insert(words(Assumption::kStoreIsOfRanks));
  }
  if (some_thread_waits(claim, Wait::On::kLock)) {
    needed.insert(words(Assumption::kLocksAreOfHolders));
  }
  if (parts_are_uneven(claim)) needed.insert(words(Assumption::kPartsFit));
  return needed;
}

}  // namespace

void check_reasons(const Waits& waits, const std::vector<Reason>& reasons) {
  using Key = std::pair<int, std::int64_t>;
  std::multimap<Key, std::set<int>> stated;
  for (const Reason& reason : reasons) {
    stated.emplace(Key{reason.rank, reason.thread},
                   std::set<int>(reason.waits_for.begin(), reason.waits_for.end()));
  }
  for (const BlockedThread& thread : waits.threads) {
    const std::string who =
        "thread " + std::to_string(thread.thread) + " of rank " + std::to_string(thread.rank);
    const auto found = stated.find({thread.rank, thread.thread});
    if (found == stated.end()) throw Rejected(who + " waits, but the certificate gives no reason");
    if (found->second != thread.waits_for) {
      throw Rejected(who + " waits for " + text::rank_words(thread.waits_for) + ", not for " +
                     text::rank_words(found->second));
    }
    stated.erase(found);
  }
  if (stated.empty()) return;
  const auto& [rank, thread] = stated.begin()->first;
  throw Rejected("a reason is given for thread " + std::to_string(thread) + " of rank " +
                 std::to_string(rank) + ", which is not blocked or not stuck");
}

void check_waiting(const std::vector<Reason>& reasons,
                   const std::map<int, std::vector<int>>& waiting_for) {
  std::map<int, std::set<int>> reasoned, stated;
  for (const Reason& reason : reasons) {
    reasoned[reason.rank].insert(reason.waits_for.begin(), reason.waits_for.end());
  }
  for (const auto& [rank, others] : waiting_for) stated[rank] = {others.begin(), others.end()};
  for (const auto& [rank, others] : reasoned) {
    if (stated[rank] == others) continue;
    throw Rejected("finding.waiting_for names " + text::rank_words(stated[rank]) + " for rank " +
                   std::to_string(rank) + ", but the reasons name " + text::rank_words(others));
  }
  if (stated.size() != reasoned.size()) {
    throw Rejected("finding.waiting_for has a rank that is not blocked");
  }
}

void check_assumptions(const Claim& claim, const std::vector<std::string>& assumptions) {
  const std::set<std::string> needed = assumptions_of(claim);
  for (const std::string& one : needed) {
    if (std::ranges::count(assumptions, one) == 0) {
      throw Rejected("the proof also assumes that " + one);
    }
  }
  for (const std::string& one : assumptions) {
    if (!needed.contains(one)) throw Rejected("the proof does not assume that " + one);
  }
  if (assumptions.size() != needed.size()) throw Rejected("an assumption is stated twice");
}

}  // namespace gridlock::checker
