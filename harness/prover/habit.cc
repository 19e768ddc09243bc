#include "harness/prover/habit.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "harness/prover/lookback.h"
#include "harness/prover/sequence.h"

namespace gridlock::prover {
namespace {

using Habit = Lookback::Habit;

// How far before the first call that is still open a rank may have left its habit.
constexpr std::size_t kLately = 8;

struct Path {
  int rank = 0;
  Sequence calls;
  std::vector<std::uint64_t> keys;
};

const RankFacts& facts_of(const Snapshot& snapshot, int rank) {
  return snapshot.ranks[static_cast<std::size_t>(rank)];
}

Path path_of(const Snapshot& snapshot, int rank, std::uint64_t (Step::*key)() const) {
  Path path{rank, calls_of(facts_of(snapshot, rank)), {}};
  for (const Step& step : path.calls) path.keys.push_back((step.*key)());
  return path;
}

// Where the rank left its habit first, lately.
struct Exit {
  Habit habit = Habit::kUnknown;
  std::size_t at = 0;
  std::size_t earlier = 0;
};

std::size_t first_open(const Path& path, const RankFacts& facts) {
  const auto is_open = [&](const Step& step) {
    return std::ranges::any_of(facts.open, [&](const Call& call) { return &call == step.call; });
  };
  const auto first = std::ranges::find_if(path.calls, is_open);
  return std::min(static_cast<std::size_t>(first - path.calls.begin()), path.calls.size() - 1);
}

Exit exit_of(const Path& path, const RankFacts& facts) {
  if (path.calls.empty()) return {};
  const std::size_t open = first_open(path, facts);
  Exit result;
  for (std::size_t at = open > kLately ? open - kLately : 1; at <= open; ++at) {
    const std::size_t least = calls_that_tell_a_place(path.calls[at]);
    const Lookback past = look_back(path.keys, at, least);
    if (past.habit == Habit::kLeft) return {past.habit, at, past.earlier};
    result.habit = past.habit;
  }
  return result;
}

Departure explain(const Snapshot& snapshot, const Path& path, const Exit& exit) {
  const auto keys = std::span(path.keys);
  const auto expected = keys.subspan(exit.earlier, exit.at - exit.earlier);
  const Deviation how = deviation(expected, keys.subspan(exit.at));
  const bool skipped = how.kind == Deviation::Kind::kSkipped;
  Departure result;
  result.how = skipped ? Departure::How::kSkipped : Departure::How::kExtra;
  result.calls = static_cast<int>(how.calls);
  result.resumed = how.resumed;
  result.call = *path.calls[skipped ? exit.earlier : exit.at].call;
  const auto group = static_cast<std::size_t>(result.call.group);
  result.group = facts_of(snapshot, path.rank).groups[group];
  return result;
}

std::optional<Departure> left_lately(const Snapshot& snapshot, const std::vector<int>& ranks,
                                     std::uint64_t (Step::*key)() const) {
  std::optional<Departure> result;
  std::vector<int> left;
  for (const int rank : ranks) {
    const Path path = path_of(snapshot, rank, key);
    const Exit exit = exit_of(path, facts_of(snapshot, rank));
    if (exit.habit == Habit::kUnknown) return std::nullopt;
    if (exit.habit == Habit::kKept) continue;
    left.push_back(rank);
    if (!result) result = explain(snapshot, path, exit);
  }
  if (left.empty() || left.size() == ranks.size()) return std::nullopt;
  result->ranks = std::move(left);
  return result;
}

// Those of whom it holds, unless it holds of all.
template <typename Holds>
std::vector<int> some(const std::vector<int>& ranks, Holds holds) {
  std::vector<int> result;
  std::ranges::copy_if(ranks, std::back_inserter(result), holds);
  if (result.size() == ranks.size()) result.clear();
  return result;
}

// The collective that one of its threads waits for.
const Call* awaited_collective(const RankFacts& facts) {
  for (const Thread& thread : facts.threads) {
    if (thread.state != Thread::State::kBlocked || thread.wait.on != Wait::On::kCall) continue;
    const auto call = std::ranges::find(facts.open, thread.wait.call, &Call::number);
    if (call != facts.open.end() && !trace::is_point_to_point(call->op)) return &*call;
  }
  return nullptr;
}

// Where steps are too few to know what follows on what: who waits for a message, a key or a lock
// while the others wait for collectives at places where collectives have completed before.
std::vector<int> beside_collectives(const Snapshot& snapshot, const std::vector<int>& ranks) {
  std::set<std::uint64_t> known;
  for (const int rank : ranks) {
    for (const Call& call : facts_of(snapshot, rank).recent) {
      if (call.site != 0 && !trace::is_point_to_point(call.op)) known.insert(call.site);
    }
  }
  const auto awaited = [&](int rank) { return awaited_collective(facts_of(snapshot, rank)); };
  const bool usual = std::ranges::all_of(ranks, [&](int rank) {
    return awaited(rank) == nullptr || known.contains(awaited(rank)->site);
  });
  if (!usual) return {};
  return some(ranks, [&](int rank) { return awaited(rank) == nullptr; });
}

}  // namespace

std::optional<Departure> out_of_habit(const Snapshot& snapshot, const std::vector<int>& ranks) {
  const auto exact = left_lately(snapshot, ranks, &Step::exact);
  const auto place = left_lately(snapshot, ranks, &Step::place);
  const bool contradict = exact && place && exact->ranks != place->ranks;
  if ((exact || place) && !contradict) return exact ? exact : place;
  Departure result;
  result.ranks = beside_collectives(snapshot, ranks);
  return result.ranks.empty() ? std::nullopt : std::optional(std::move(result));
}

}  // namespace gridlock::prover
