#include <cuda_runtime.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "golden/digest_kernel.h"
#include "golden/digest_run.cuh"

namespace gridlock::golden {
namespace gpu {
namespace {

constexpr unsigned kShortRun = 2048;  // bytes of a run that keeps at most half of the threads busy
constexpr unsigned kRunsOfTile = 8 * kWarps;

__device__ Sum sum_of_tile(const KernelStrip& strip, const unsigned char* tensor,
                           std::uint32_t tile, Tables& tables) {
  if (strip.tiles_of_run > 0) {
    const Vectors run = vectors_of(tensor, strip, tile / strip.tiles_of_run);
    return sum_of_part(run, tile % strip.tiles_of_run, tables);
  }
  const std::uint64_t first = std::uint64_t{tile} * kRunsOfTile;
  const std::uint64_t end = min(first + kRunsOfTile, strip.runs);
  Sum sum = 0;
  for (std::uint64_t i = first + threadIdx.x / kWarp; i < end; i += kWarps)
    sum += sum_of_run(vectors_of(tensor, strip, i), tables);
  return sum;
}

// Returns the strip that contains this tile: the last strip that begins at or before it.
__device__ const KernelStrip& strip_of(std::uint32_t tile, const Launch& launch) {
  std::uint32_t low = 0, high = launch.count;
  while (high - low > 1) {
    const std::uint32_t middle = (low + high) / 2;
    (launch.strips[middle].first_tile <= tile ? low : high) = middle;
  }
  return launch.strips[low];
}

__device__ void add(Sum sum, std::uint64_t* to) {
  for (unsigned lanes = kWarp / 2; lanes > 0; lanes /= 2) sum += __shfl_down_sync(~0U, sum, lanes);
  if (threadIdx.x % kWarp == 0) atomicAdd(reinterpret_cast<Sum*>(to), sum);
}

__global__ void __launch_bounds__(kThreads)
    digest_tiles(const __grid_constant__ Launch launch, const __grid_constant__ Addresses tensors) {
  __shared__ Tables tables;
  for (unsigned word = threadIdx.x; word < kBlock; word += kThreads)
    tables.of_word[word] = key_of_word(word);
  __syncthreads();
  Sum sum = 0;
  std::uint32_t digest = launch.strips[0].digest;
  for (std::uint32_t tile = blockIdx.x; tile < launch.tiles; tile += gridDim.x) {
    const KernelStrip& strip = strip_of(tile, launch);
    if (strip.digest != digest) {
      add(sum, &launch.sums[digest]);
      sum = 0;
      digest = strip.digest;
    }
    sum += sum_of_tile(strip, tensors.of_tensor[strip.tensor], tile - strip.first_tile, tables);
  }
  add(sum, &launch.sums[digest]);
}

void check(cudaError_t result) {
  if (result != cudaSuccess)
    throw std::runtime_error(std::string("digest: ") + cudaGetErrorString(result));
}

// Returns the number of blocks that the current device runs at the same time. All GPUs of a process
// are of the same model, so the number holds for each of them.
unsigned resident_blocks() {
  int device = 0, processors = 0, of_processor = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_processor, digest_tiles, kThreads, 0));
  return static_cast<unsigned>(processors * of_processor);
}

}  // namespace
}  // namespace gpu

bool runs_here() {
  cudaFuncAttributes attributes;
  return cudaFuncGetAttributes(&attributes, gpu::digest_tiles) == cudaSuccess;
}

std::uint32_t split(KernelStrip& strip) {
  if (strip.run <= gpu::kShortRun && strip.runs > 1) {
    strip.tiles_of_run = 0;
    return static_cast<std::uint32_t>((strip.runs + gpu::kRunsOfTile - 1) / gpu::kRunsOfTile);
  }
  strip.tiles_of_run =
      static_cast<std::uint32_t>((strip.run + gpu::kTileBytes - 1) / gpu::kTileBytes);
  return static_cast<std::uint32_t>(strip.runs * strip.tiles_of_run);
}

void launch(const Launch& launch, const Addresses& addresses, CUstream_st* stream) {
  static const unsigned resident = gpu::resident_blocks();
  Launch work = launch;
  Addresses tensors = addresses;
  void* arguments[] = {&work, &tensors};
  gpu::check(cudaLaunchKernel(reinterpret_cast<const void*>(gpu::digest_tiles),
                              std::min(launch.tiles, resident), gpu::kThreads, arguments, 0,
                              stream));
}

}  // namespace gridlock::golden
