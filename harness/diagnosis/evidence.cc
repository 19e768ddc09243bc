#include "harness/diagnosis/evidence.h"

#include <algorithm>

namespace gridlock::diagnosis {

const RankEvidence* find(const Evidence& evidence, int rank) {
  const auto found = std::ranges::find(evidence.ranks, rank, &RankEvidence::rank);
  return found != evidence.ranks.end() ? &*found : nullptr;
}

const ThreadStack* stack_of(const RankEvidence& rank, std::int64_t id) {
  const auto found =
      std::ranges::find(rank.threads, static_cast<std::uint64_t>(id), &ThreadStack::id);
  return found != rank.threads.end() ? &*found : main_thread(rank.threads);
}

}  // namespace gridlock::diagnosis
