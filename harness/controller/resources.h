// What the cells that run side by side share: places, cores, memory, GPUs.
#pragma once

#include <set>
#include <vector>

#include "harness/controller/machine.h"

namespace gridlock::controller {

// Of the memory that is available, what ranks may use; the rest is for everything else.
inline constexpr double kMemoryShare = 0.8;

class Resources {
 public:
  // `jobs`: how many cells at most; 0 = as many as cores, memory and GPUs allow.
  Resources(const MachineFacts& machine, int jobs);

  struct Share {
    int ranks = 0;
    std::vector<int> devices;  // GPU of each rank; empty on the CPU
  };

  // True when `ranks` more ranks fit now. A cell that is alone always does, so that a small machine
  // still runs a large cell, only slowly.
  bool fits(int ranks, bool on_gpus) const;
  Share take(int ranks, bool on_gpus);
  void give_back(const Share& share);

  // How many cells of `ranks` ranks can run side by side; for the user's information.
  int side_by_side(int ranks, bool on_gpus) const;

 private:
  int rank_limit() const;

  MachineFacts machine_;
  int jobs_;
  int running_ = 0;  // cells
  int ranks_ = 0;    // of the running cells
  std::set<int> free_devices_;
};

}  // namespace gridlock::controller
