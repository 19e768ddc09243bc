#include "harness/prover/recent_divergence.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/prover/odd_waits.h"
#include "harness/prover/sequence.h"
#include "harness/prover/step_comparison.h"

namespace gridlock::prover {
namespace {

using Result = StepComparison::Result;
using Key = std::uint64_t (HashedCall::*)() const;

// Number of calls before the first open call that are searched for a divergence.
constexpr std::size_t kRecentCalls = 8;

struct Path {
  Sequence calls;
  std::vector<std::uint64_t> keys;
};

Path path_of(const RankFacts& facts, Key key) {
  Path path{calls_of(facts), {}};
  for (const HashedCall& call : path.calls) path.keys.push_back((call.*key)());
  return path;
}

// A call and the call that follows it.
using Transition = std::pair<std::uint64_t, std::uint64_t>;

// A call that differs from the calls at the same place in earlier steps.
struct Change {
  std::size_t at = 0;
  std::size_t earlier = 0;
  Transition transition;
};

// The divergences in the recent calls of one rank. The calls themselves are not stored, because
// there may be thousands of ranks.
struct Recent {
  std::vector<Change> changes;  // in order
  bool known = false;           // the first open call could be compared with earlier steps
};

std::size_t first_open(const Path& path, const RankFacts& facts) {
  const auto is_open = [&](const HashedCall& call) {
    return std::ranges::any_of(facts.open, [&](const Call& open) { return &open == call.call; });
  };
  const auto first = std::ranges::find_if(path.calls, is_open);
  return std::min(static_cast<std::size_t>(first - path.calls.begin()), path.calls.size() - 1);
}

Recent recent_of(const RankFacts& facts, Key key) {
  const Path path = path_of(facts, key);
  Recent recent;
  if (path.calls.empty()) return recent;
  const std::size_t open = first_open(path, facts);
  for (std::size_t at = std::max<std::size_t>(open, kRecentCalls + 1) - kRecentCalls; at <= open;
       ++at) {
    const std::size_t least = context_length(path.calls[at - 1]);
    const StepComparison past = compare_with_earlier_steps(path.keys, at, least);
    recent.known = past.result != Result::kUnknown;
    if (past.result != Result::kDifferent) continue;
    recent.changes.push_back({at, past.earlier, {path.keys[at - 1], path.keys[at]}});
  }
  return recent;
}

// Drops the changes that all ranks share, because no rank is at fault for a step that is irregular
// on every rank.
void drop_common_changes(std::vector<Recent>& ranks) {
  std::map<Transition, std::set<const Recent*>> who;
  for (const Recent& recent : ranks) {
    for (const Change& change : recent.changes) who[change.transition].insert(&recent);
  }
  for (Recent& recent : ranks) {
    std::erase_if(recent.changes, [&](const Change& change) {
      return who[change.transition].size() == ranks.size();
    });
  }
}

Divergence explain(const RankFacts& facts, const Change& change, Key key) {
  const Path path = path_of(facts, key);
  const auto keys = std::span(path.keys);
  const auto expected = keys.subspan(change.earlier, change.at - change.earlier);
  const Deviation how = deviation(expected, keys.subspan(change.at));
  const bool skipped = how.kind == Deviation::Kind::kSkipped;
  Divergence result;
  result.how = skipped ? Divergence::How::kSkipped : Divergence::How::kExtra;
  result.calls = static_cast<int>(how.calls);
  result.resumed = how.resumed;
  result.call = *path.calls[skipped ? change.earlier : change.at].call;
  result.group = facts.groups[static_cast<std::size_t>(result.call.group)];
  return result;
}

std::optional<Divergence> changed_recently(const Snapshot& snapshot, const std::vector<int>& ranks,
                                           Key key) {
  std::vector<Recent> all;
  for (const int rank : ranks) {
    all.push_back(recent_of(facts_of_rank(snapshot, rank), key));
    if (!all.back().known) return std::nullopt;
  }
  drop_common_changes(all);
  std::optional<Divergence> result;
  std::vector<int> left;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].changes.empty()) continue;
    left.push_back(ranks[i]);
    if (!result) result = explain(facts_of_rank(snapshot, ranks[i]), all[i].changes.front(), key);
  }
  if (left.empty() || left.size() == ranks.size()) return std::nullopt;
  result->ranks = std::move(left);
  return result;
}

}  // namespace

std::optional<Divergence> recent_divergence(const Snapshot& snapshot,
                                            const std::vector<int>& ranks) {
  const auto exact = changed_recently(snapshot, ranks, &HashedCall::exact);
  const auto place = changed_recently(snapshot, ranks, &HashedCall::place);
  const bool contradict = exact && place && exact->ranks != place->ranks;
  if ((exact || place) && !contradict) return exact ? exact : place;
  if (auto changed = changed_messages(snapshot, ranks)) return changed;
  Divergence result;
  result.ranks = unusual_waiters(snapshot, ranks);
  return result.ranks.empty() ? std::nullopt : std::optional(std::move(result));
}

}  // namespace gridlock::prover
