// What this machine has, asked without torch or CUDA.
#pragma once

#include <cstdint>
#include <string>

namespace gridlock::controller {

struct MachineFacts {
  int cores = 1;
  double available_gib = 0;  // memory that can be had now
  int gpus = 0;              // that CUDA_VISIBLE_DEVICES leaves visible
};

MachineFacts inspect_machine();

// "2 cores, 24 GiB, no GPU"
std::string describe(const MachineFacts& facts);

// How many GPUs a process sees when the machine has `present` and CUDA_VISIBLE_DEVICES is `visible`
// (null: not set). The list ends at the first entry that is no device, as CUDA has it.
int visible_gpus(int present, const char* visible);

}  // namespace gridlock::controller
