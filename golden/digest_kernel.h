// The kernel that digest_cuda.h launches. Compiled by nvcc, as C++17.
#pragma once

#include <cstdint>

struct CUstream_st;  // a cudaStream_t points to it

namespace gridlock::golden {

// A strip (digest_strips.h) of one of the tensors of a launch. In the device's memory.
struct KernelStrip {
  std::uint64_t offset, first, run, step, runs;
  std::uint32_t tensor;
  std::uint32_t digest;        // which of the sums it belongs to
  std::uint32_t first_tile;    // counts on from strip to strip
  std::uint32_t tiles_of_run;  // 0: short runs, many of which are a tile
};

// Sets tiles_of_run, and gives how many tiles the strip has.
std::uint32_t split(KernelStrip& strip);

// Kernels have 4 KiB of arguments: so no addresses need to be copied to the device beforehand.
inline constexpr unsigned kTensorsAtOnce = 448;

struct Addresses {
  const unsigned char* of_tensor[kTensorsAtOnce];
};

struct Launch {
  const KernelStrip* strips;  // on the device
  std::uint32_t count;
  std::uint32_t tiles;  // of all strips
  std::uint64_t* sums;  // on the device
};

// Adds the sum of each strip to its digest's. Waits for nothing. Throws std::runtime_error.
void launch(const Launch& launch, const Addresses& addresses, CUstream_st* stream);

// False of a device or a driver that is older than the CUDA that this was compiled with.
bool runs_here();

}  // namespace gridlock::golden
