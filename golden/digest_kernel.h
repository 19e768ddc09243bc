// The kernel that digest_cuda.h launches, compiled by nvcc as C++17.
#pragma once

#include <cstdint>

struct CUstream_st;  // a cudaStream_t points to it

namespace gridlock::golden {

// A strip (digest_strips.h) of one of the tensors of a launch, in device memory.
struct KernelStrip {
  std::uint64_t offset, first, run, step, runs;
  std::uint32_t tensor;
  std::uint32_t digest;        // index of the sum that it belongs to
  std::uint32_t first_tile;    // counts on from strip to strip
  std::uint32_t tiles_of_run;  // 0: the runs are short, and a tile has many
};

// Sets tiles_of_run and returns the number of the strip's tiles.
std::uint32_t split(KernelStrip& strip);

// Kernels take 4 KiB of arguments, so the addresses need not be copied to the device beforehand.
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

// Adds the sum of each strip to that of its digest. Does not wait. Throws std::runtime_error.
void launch(const Launch& launch, const Addresses& addresses, CUstream_st* stream);

// Returns false if the device or the driver is older than the CUDA that compiled this.
bool runs_here();

}  // namespace gridlock::golden
