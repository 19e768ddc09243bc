// Resources shared by the cells that run at the same time: job slots, cores, memory and GPUs.
#pragma once

#include <set>
#include <vector>

#include "harness/controller/machine.h"

namespace gridlock::controller {

// The share of the available memory that ranks may use. The rest is reserved for other processes.
inline constexpr double kMemoryShare = 0.8;

class Resources {
 public:
  // `jobs` is the maximum number of cells; 0 = as many as cores, memory and GPUs allow.
  Resources(const MachineFacts& machine, int jobs);

  struct Allocation {
    int ranks = 0;
    std::vector<int> devices;  // GPU of each rank; empty on the CPU
  };

  // Returns true if `ranks` more ranks fit now. A cell that runs alone always fits, so a small
  // machine runs large cells, although slowly.
  bool fits(int ranks, bool on_gpus) const;
  Allocation acquire(int ranks, bool on_gpus);
  void release(const Allocation& allocation);

  // Returns how many cells of `ranks` ranks can run at the same time. The number is shown to the
  // user.
  int max_concurrent(int ranks, bool on_gpus) const;

 private:
  int rank_limit() const;

  MachineFacts machine_;
  int jobs_;
  int running_ = 0;  // cells
  int ranks_ = 0;    // of the running cells
  std::set<int> free_devices_;
};

}  // namespace gridlock::controller
