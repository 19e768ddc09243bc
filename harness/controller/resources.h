// The resources that concurrent cells share: job slots, cores, memory and GPUs.
#pragma once

#include <set>
#include <vector>

#include "harness/controller/machine.h"

namespace gridlock::controller {

// Share of the available memory that ranks may use. Other processes keep the rest.
inline constexpr double kMemoryShare = 0.8;

class Resources {
 public:
  // `jobs` is the maximum number of concurrent cells, or 0 for as many as cores, memory and GPUs
  // allow.
  Resources(const MachineFacts& machine, int jobs);

  struct Allocation {
    int ranks = 0;
    std::vector<int> devices;  // GPU of each rank; empty on the CPU
  };

  // Returns whether `ranks` more ranks fit now. If no cell runs, any cell fits, so that a small
  // machine can run large cells, although slowly.
  bool fits(int ranks, bool on_gpus) const;
  Allocation acquire(int ranks, bool on_gpus);
  void release(const Allocation& allocation);

  // Returns how many cells of `ranks` ranks can run concurrently, to show it to the user.
  int max_concurrent(int ranks, bool on_gpus) const;

 private:
  int rank_limit() const;

  MachineFacts machine_;
  int jobs_;
  int running_ = 0;  // cells
  int ranks_ = 0;    // ranks of the running cells
  std::set<int> free_devices_;
};

}  // namespace gridlock::controller
