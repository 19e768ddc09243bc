// Implements the checks of ranks, their threads and their waits.
#include <algorithm>
#include <map>
#include <set>

#include "harness/checker/claim.h"

namespace gridlock::checker {
namespace {

void require(bool condition, int rank, const char* what) {
  if (!condition) throw Rejected("rank " + std::to_string(rank) + ": " + what);
}

bool serves(const Thread& thread) {
  return thread.state == Thread::State::kHarmless || thread.state == Thread::State::kFeeder;
}

bool has(const RankFacts& facts, Thread::State state) {
  return std::ranges::count(facts.threads, state, &Thread::state) > 0;
}

bool waits_equally(const Wait& a, const Wait& b) {
  return a.on == b.on && a.call == b.call && a.keys == b.keys && a.thread == b.thread &&
         a.group == b.group && a.since_ns == b.since_ns && a.holders == b.holders;
}

std::map<std::int64_t, const Thread*> threads_of(const RankFacts& facts) {
  std::map<std::int64_t, const Thread*> threads;
  for (const Thread& thread : facts.threads) {
    if (!serves(thread)) threads[thread.id] = &thread;
  }
  return threads;
}

std::multiset<std::int64_t> ids_of(const RankFacts& facts) {
  std::multiset<std::int64_t> ids;
  for (const Thread& thread : facts.threads) {
    if (!serves(thread)) ids.insert(thread.id);
  }
  return ids;
}

}  // namespace

bool Claim::moves(int rank) const {
  if (rank < 0 || static_cast<std::size_t>(rank) >= second.ranks.size()) return true;
  const RankFacts& before = first.ranks[static_cast<std::size_t>(rank)];
  const bool gone =
      !facts(rank).alive && !before.alive && !contradicts_itself(rank) &&
      facts(rank).events == before.events && !facts(rank).incomplete &&
      facts(rank).restarter.empty() &&
      std::ranges::equal(before.open, facts(rank).open, {}, &Call::number, &Call::number);
  return !gone && !ranks.contains(rank);
}

// Returns how the rank's facts contradict one another. Returns nullptr if they do not.
const char* Claim::contradiction(int rank) const {
  for (const Group& group : facts(rank).groups) {
    if (same_group(rank, group) != &group) return "its facts list a group twice";
    if (std::ranges::count(group.members, rank) != 1)
      return "its facts list a group without this rank";
  }
  std::map<int, std::uint64_t> last;
  std::uint32_t number = 0;
  for (const Call& call : facts(rank).open) {
    if (call.number <= number) return "its open calls are out of order";
    number = call.number;
    const Group* group = group_of(rank, call);
    if (group == nullptr || std::ranges::count(group->members, rank) != 1) {
      return "its facts list a call of a group without this rank";
    }
    if (call.after >= call.number) return "one of its calls waits behind a later call";
    if (trace::is_point_to_point(call.op)) continue;
    if (call.seq <= last[call.group] || call.seq > group->enqueued) {
      return "its facts list a collective with an impossible sequence number";
    }
    last[call.group] = call.seq;
  }
  return nullptr;
}

bool Claim::contradicts_itself(int rank) const {
  const auto [known, is_new] = contradictions_.try_emplace(rank, nullptr);
  if (is_new) known->second = contradiction(rank);
  return known->second != nullptr;
}

// Rejects a claim about a rank whose facts contradict one another.
void Claim::check_consistent(int rank) const {
  if (contradicts_itself(rank)) require(false, rank, contradictions_.at(rank));
}

void Claim::check_steady(int rank) const {
  const RankFacts& before = first.ranks[static_cast<std::size_t>(rank)];
  const RankFacts& after = facts(rank);
  require(before.alive && after.alive, rank, "it is not alive");
  require(!before.stopped && !after.stopped, rank, "it is stopped and may be continued");
  require(!before.incomplete && !after.incomplete, rank, "its facts are incomplete");
  require(before.events == after.events, rank, "it recorded events between the snapshots");
  require(std::ranges::equal(before.open, after.open, {}, &Call::number, &Call::number), rank,
          "its open calls changed between the snapshots");
  const auto old_threads = threads_of(before), threads = threads_of(after);
  require(ids_of(before) == ids_of(after), rank, "its threads changed");
  for (const auto& [id, thread] : threads) {
    check_thread(rank, *old_threads.at(id), *thread);
  }
  const bool fed = has(after, Thread::State::kFeeder) && has(after, Thread::State::kIdle);
  require(!fed, rank, "one of its threads may wake another");
}

void Claim::check_thread(int rank, const Thread& before, const Thread& after) const {
  require(before.state == after.state, rank, "a thread changed its state");
  if (after.state == Thread::State::kBlocked) {
    return require(waits_equally(before.wait, after.wait), rank, "a wait changed");
  }
  require(after.state == Thread::State::kIdle, rank, "a thread runs or may wake by itself");
  require(before.switches == after.switches, rank, "a thread that was asleep ran");
}

// Rejects the claim if the program holds the future of a call that is not in the claim. The future
// may have a callback that moves the rank.
void Claim::check_callbacks(int rank) const {
  for (const Call& call : facts(rank).open) {
    require(!call.future_taken || calls.contains({rank, call.number}), rank,
            "a call with a callback may complete");
  }
}

void Claim::check_rank(int rank) const {
  check_consistent(rank);
  check_steady(rank);
  check_callbacks(rank);
  check_threads(rank);
}

void Claim::check_threads(int rank) const {
  bool waits = has(facts(rank), Thread::State::kIdle);
  std::set<std::vector<int>> waited;  // groups of the collectives that threads wait for
  for (const Thread& thread : facts(rank).threads) {
    if (thread.state != Thread::State::kBlocked) continue;
    waits = true;
    check_wait(rank, thread.wait);
    const bool on_call = thread.wait.on == Wait::On::kCall || thread.wait.on == Wait::On::kIssue;
    for (const Call& call : facts(rank).open) {
      if (!on_call || call.number != thread.wait.call || trace::is_point_to_point(call.op))
        continue;
      require(waited.insert({call.group}).second, rank,
              "two threads wait for collectives of one group, in an unknown order");
    }
  }
  require(waits, rank, "none of its threads waits");
}

void Claim::check_wait(int rank, const Wait& wait) const {
  require(!soon(wait.times_out_ms), rank, "a wait soon times out");
  require(wait.doubts.empty(), rank, "an outsider may end a wait");
  const auto stuck = [&](std::uint32_t call) { return calls.contains({rank, call}); };
  switch (wait.on) {
    case Wait::On::kIssue:
      return check_issue(rank, wait);
    case Wait::On::kCall:
      return require(stuck(wait.call), rank, "the call that it waits for may complete");
    case Wait::On::kStore:
      return check_keys(rank, wait);
    case Wait::On::kBuild:
      return check_build(rank, wait);
    case Wait::On::kBackward:  // check_callbacks() checks the calls that this wait depends on
      return require(std::ranges::any_of(facts(rank).open, &Call::future_taken), rank,
                     "backward waits for no call");
    case Wait::On::kLock:
      for (int holder : wait.holders) {
        if (ranks.contains(holder)) return;
      }
      return require(false, rank, "a lock whose holders may release it");
    case Wait::On::kThread:
      return check_held_store(rank, wait);
  }
}

void Claim::check_keys(int rank, const Wait& wait) const {
  for (const RankFacts& other : second.ranks) {
    require(!moves(other.rank), rank, "a rank that may move may set the key");
    require(!other.keys_incomplete, rank, "a rank has set keys that are not recorded");
  }
  require(!unset_keys(wait).empty(), rank, "all keys that it waits for are set");
}

// If another thread keeps this thread out of the store, this thread is blocked as long as the other
// thread waits for keys. The wait of the other thread is checked, too.
void Claim::check_held_store(int rank, const Wait& wait) const {
  const auto& threads = facts(rank).threads;
  const auto holder = std::ranges::find(threads, wait.thread, &Thread::id);
  require(holder != threads.end() && holder->state == Thread::State::kBlocked &&
              holder->wait.on == Wait::On::kStore,
          rank, "the thread that holds the store waits for no key");
}

std::vector<StoreKey> Claim::unset_keys(const Wait& wait) const {
  std::vector<StoreKey> unset;
  for (const StoreKey& key : wait.keys) {
    const bool is_set = std::ranges::any_of(second.ranks, [&](const RankFacts& facts) {
      return std::ranges::count(facts.keys_set, key.hash) > 0;
    });
    if (!is_set) unset.push_back(key);
  }
  return unset;
}

void Claim::check_issue(int rank, const Wait& wait) const {
  const auto& open = facts(rank).open;
  const auto call = std::ranges::find(open, wait.call, &Call::number);
  require(call != open.end(), rank, "it issues a call that is not open");
  require(!soon(call->times_out_ms), rank, "the call that it issues soon times out");
  const Group& group = *group_of(rank, *call);
  const BackendSemantics& semantics_of = table(group);
  if (!semantics_of.issue_returns) {
    return require(calls.contains({rank, wait.call}), rank, "the call that it issues may complete");
  }
  require(connects(*call, group), rank, "the issue of its call returns");
  if (trace::is_point_to_point(call->op)) {
    return require(meets_nobody(rank, *call, group), rank,
                   "the peer of its first message may still connect");
  }
  const auto absent = std::ranges::count_if(group.members, [&](int member) {
    const Group* its = same_group(member, group);
    return stays_away(member, group) && (its == nullptr || its->enqueued == 0);
  });
  const auto others = static_cast<std::ptrdiff_t>(group.members.size()) - 1;
  require(absent >= (group.connected ? others : 1), rank,
          "the members that its first call needs may still connect");
}

void Claim::check_build(int rank, const Wait& wait) const {
  const auto local = static_cast<std::size_t>(wait.group);
  require(wait.group >= 0 && local < facts(rank).groups.size(), rank,
          "its wait names a group that it does not have");
  const Group& group = facts(rank).groups[local];
  table(group);
  for (int member : group.members) {
    if (!moves(member) && same_group(member, group) == nullptr) return;
  }
  require(false, rank, "all other members may join the creation of its group");
}

}  // namespace gridlock::checker
