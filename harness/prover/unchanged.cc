#include "harness/prover/unchanged.h"

#include <algorithm>

namespace gridlock::prover {
namespace {

bool same(const Wait& a, const Wait& b) {
  return a.on == b.on && a.call == b.call && a.keys == b.keys && a.thread == b.thread &&
         a.group == b.group && (a.times_out_ms == -1) == (b.times_out_ms == -1) &&
         a.since_ns == b.since_ns && a.holders == b.holders && a.doubts == b.doubts;
}

bool same_thread(const Thread& a, const Thread& b) {
  if (a.id != b.id || a.state != b.state) return false;
  if (a.state == Thread::State::kIdle) return a.switches == b.switches;
  return a.state != Thread::State::kBlocked || same(a.wait, b.wait);
}

bool serves(const Thread& thread) {
  return thread.state == Thread::State::kHarmless || thread.state == Thread::State::kFeeder;
}

std::vector<const Thread*> own_threads(const RankFacts& facts) {
  std::vector<const Thread*> threads;
  for (const Thread& thread : facts.threads) {
    if (!serves(thread)) threads.push_back(&thread);
  }
  std::ranges::sort(threads, {}, &Thread::id);
  return threads;
}

}  // namespace

bool unchanged(const RankFacts& before, const RankFacts& after) {
  return before.rank == after.rank && before.alive == after.alive &&
         before.stopped == after.stopped && before.incomplete == after.incomplete &&
         before.events == after.events &&
         std::ranges::equal(before.open, after.open, {}, &Call::number, &Call::number) &&
         std::ranges::equal(own_threads(before), own_threads(after),
                            [](const Thread* a, const Thread* b) { return same_thread(*a, *b); });
}

std::vector<bool> unchanged(const Snapshot& first, const Snapshot& second) {
  std::vector<bool> result(second.ranks.size());
  if (first.ranks.size() != second.ranks.size()) return result;  // snapshots of different jobs
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = unchanged(first.ranks[i], second.ranks[i]);
  }
  return result;
}

}  // namespace gridlock::prover
