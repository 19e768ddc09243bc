// Inspects this machine without loading torch or CUDA.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace gridlock::controller {

struct MachineFacts {
  int cores = 1;
  double available_gib = 0;  // memory available now
  int gpus = 0;              // visible according to CUDA_VISIBLE_DEVICES
};

MachineFacts inspect_machine();

// Returns text such as "2 cores, 24 GiB, no GPU".
std::string describe(const MachineFacts& facts);

// Returns the number of device files of the driver in a folder, such as nvidia0. A container may
// have nvidia3 alone.
int present_gpus(const std::filesystem::path& devices);

// Returns the number of GPUs that a process sees on a machine with `present` GPUs. `visible` is the
// value of CUDA_VISIBLE_DEVICES, or null if it is unset. As in CUDA, the list ends at the first
// entry that is not a device.
int visible_gpus(int present, const char* visible);

}  // namespace gridlock::controller
