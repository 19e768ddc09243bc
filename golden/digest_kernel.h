// The kernel that digest_cuda.h launches, compiled by nvcc as C++17.
#pragma once

#include <cstdint>

struct CUstream_st;  // the type to which a cudaStream_t points

namespace gridlock::golden {

// A strip (digest_strips.h) of one of the tensors of a launch, in device memory.
struct KernelStrip {
  std::uint64_t offset, first, run, step, runs;
  std::uint32_t tensor;
  std::uint32_t digest;        // index of the sum to which the strip is added
  std::uint32_t first_tile;    // index of the strip's first tile among the tiles of all strips
  std::uint32_t tiles_of_run;  // 0 means that the runs are short and one tile contains many
};

// Sets tiles_of_run and returns the strip's tile count.
std::uint32_t split(KernelStrip& strip);

// The addresses are kernel arguments, so they need not be copied to the device beforehand. The
// limit keeps the arguments below the 4 KiB that a kernel accepts.
inline constexpr unsigned kTensorsAtOnce = 448;

struct Addresses {
  const unsigned char* of_tensor[kTensorsAtOnce];
};

struct Launch {
  const KernelStrip* strips;  // in device memory
  std::uint32_t count;
  std::uint32_t tiles;  // number of tiles of all strips
  std::uint64_t* sums;  // in device memory
};

// Adds the sum of each strip to the sum of the strip's digest. Does not wait for the device. Throws
// std::runtime_error.
void launch(const Launch& launch, const Addresses& addresses, CUstream_st* stream);

// Returns false if the device or the driver is too old for the CUDA version that compiled the
// kernel.
bool runs_here();

}  // namespace gridlock::golden
