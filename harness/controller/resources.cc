#include "harness/controller/resources.h"

#include <algorithm>

namespace gridlock::controller {
namespace {

// Private memory of one forked rank, in GiB. A rank that compiles and trains a toy model uses less,
// because it shares most of its memory with the zygote.
constexpr double kGibPerRank = 0.4;

}  // namespace

Resources::Resources(const MachineFacts& machine, int jobs) : machine_(machine), jobs_(jobs) {
  for (int device = 0; device < machine.gpus; ++device) free_devices_.insert(device);
}

int Resources::rank_limit() const {
  const int by_memory = static_cast<int>(machine_.available_gib * kMemoryShare / kGibPerRank);
  // If the user sets the number of jobs, only memory limits the number of ranks. The user has then
  // decided how to share the cores.
  return jobs_ > 0 ? by_memory : std::min(machine_.cores, by_memory);
}

bool Resources::fits(int ranks, bool on_gpus) const {
  if (on_gpus && static_cast<int>(free_devices_.size()) < ranks) return false;
  if (running_ == 0) return true;
  if (jobs_ > 0 && running_ >= jobs_) return false;
  return ranks_ + ranks <= rank_limit();
}

Resources::Allocation Resources::acquire(int ranks, bool on_gpus) {
  Allocation allocation{ranks, {}};
  while (on_gpus && static_cast<int>(allocation.devices.size()) < ranks) {
    allocation.devices.push_back(*free_devices_.begin());
    free_devices_.erase(free_devices_.begin());
  }
  ++running_;
  ranks_ += ranks;
  return allocation;
}

void Resources::release(const Allocation& allocation) {
  free_devices_.insert(allocation.devices.begin(), allocation.devices.end());
  --running_;
  ranks_ -= allocation.ranks;
}

int Resources::max_concurrent(int ranks, bool on_gpus) const {
  int limit = rank_limit() / std::max(1, ranks);
  if (on_gpus) limit = std::min(limit, machine_.gpus / std::max(1, ranks));
  if (jobs_ > 0) limit = std::min(limit, jobs_);
  return std::max(1, limit);
}

}  // namespace gridlock::controller
