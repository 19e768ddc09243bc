// Processes a run of bytes of a tensor (digest.cu). Either all threads of a block process one tile
// of the run, or one warp processes the whole run. Each function returns the sum of a thread's
// share.
#pragma once

#include "golden/digest_kernel.h"
#include "golden/digest_vector.cuh"

namespace gridlock::golden::gpu {

// A row has as many bytes as a block of words. A thread therefore multiplies the same words of
// every block, and needs only the keys of those words.
inline constexpr unsigned kThreads = kBlockBytes / kVector;
inline constexpr unsigned kWarp = 32, kWarps = kThreads / kWarp;
inline constexpr unsigned kRowsOfTile =
    32;  // 128 KiB, so that finding a strip and its keys costs little
inline constexpr std::uint64_t kTileBytes = kRowsOfTile * kBlockBytes;
inline constexpr unsigned kAhead = 4;  // rows that are loaded before the first one is used

// The aligned vectors that contain a run. Some bytes of the first and last vector may not belong to
// the run.
struct Vectors {
  const uint4* data;
  long long first;           // position of data[0] in the full tensor; may lie before the tensor
  std::uint64_t begin, end;  // bytes of the run, from data[0] on

  __device__ std::uint64_t first_whole() const { return begin > 0 ? 1 : 0; }
  __device__ std::uint64_t end_of_whole() const { return end / kVector; }
  __device__ long long place(std::uint64_t index) const {
    return first + static_cast<long long>(index * kVector);
  }
};

__device__ inline Vectors vectors_of(const unsigned char* tensor, const KernelStrip& strip,
                                     std::uint64_t run) {
  const unsigned char* data = tensor + strip.offset + run * strip.run;
  const auto before = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(data) % kVector);
  return {reinterpret_cast<const uint4*>(data - before),
          static_cast<long long>(strip.first + run * strip.step) - before, before,
          before + strip.run};
}

// Tables of keys, because looking a key up is cheaper than computing it again.
struct Tables {
  Sum of_word[kBlock];
  Sum of_block[kWarps][kRowsOfTile + 2];  // per warp, for its current tile
};

// Computes a warp's table for the blocks from `block` on.
__device__ inline void fill(Sum* of_block, long long block) {
  __syncwarp();
  for (unsigned i = threadIdx.x % kWarp; i < kRowsOfTile + 2; i += kWarp)
    of_block[i] = key_of_block(block + i);
  __syncwarp();
}

// Returns the sum of the whole vectors in [begin, end), which span at most one tile.
__device__ inline Sum sum_of_rows(const Vectors& run, std::uint64_t begin, std::uint64_t end,
                                  Tables& tables) {
  const long long first = run.place(begin), place = run.place(begin + threadIdx.x);
  Sum* of_block = tables.of_block[threadIdx.x / kWarp];
  fill(of_block, block_of(first));
  of_block += block_of(place) - block_of(first);
  const Keys keys = keys_at(place, tables.of_word);
  const uint4* data = run.data + begin + threadIdx.x;
  const int vectors = static_cast<int>(end - begin - threadIdx.x);
  Sum sum = 0;
  for (int row = 0; row * static_cast<int>(kThreads) < vectors; row += kAhead) {
    uint4 loaded[kAhead];
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      const int at = (row + i) * static_cast<int>(kThreads);
      loaded[i] = at < vectors ? __ldcs(data + at) : uint4{};
    }
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      const Words words = words_of(loaded[i], place);
      sum += sum_of(words, keys) * of_block[row + i];
      if (crosses(place))
        sum += correction(words, keys, place, of_block[row + i], of_block[row + i + 1]);
    }
  }
  return sum;
}

// Returns the sum of the partial vectors at both ends of a run. One lane adds the first partial
// vector, and another lane adds the last one.
__device__ inline Sum sum_of_edges(const Vectors& run, unsigned lane, const Tables& tables) {
  const auto begin = static_cast<unsigned>(run.begin);
  const auto rest = static_cast<unsigned>(run.end % kVector);
  const std::uint64_t last = run.end_of_whole();
  const bool first = lane == 0 && begin > 0;
  if (!first && !(lane == 1 && rest > 0 && last >= run.first_whole())) return 0;
  const std::uint64_t index = first ? 0 : last;
  const uint4 vector =
      load_part(run.data + index, first ? begin : 0, first && last > 0 ? kVector : rest);
  return sum_of(vector, run.place(index), tables.of_word);
}

__device__ inline Sum sum_of_part(const Vectors& run, std::uint32_t part, Tables& tables) {
  constexpr std::uint64_t kVectors = kTileBytes / kVector;
  const std::uint64_t begin = max(part * kVectors, run.first_whole());
  const std::uint64_t end = min((part + 1) * kVectors, run.end_of_whole());
  Sum sum = part == 0 ? sum_of_edges(run, threadIdx.x, tables) : 0;
  if (begin < end) sum += sum_of_rows(run, begin, end, tables);
  return sum;
}

__device__ inline Sum sum_of_run(const Vectors& run, const Tables& tables) {
  const unsigned lane = threadIdx.x % kWarp;
  Sum sum = sum_of_edges(run, lane, tables);
  for (std::uint64_t i = run.first_whole() + lane; i < run.end_of_whole(); i += kWarp)
    sum += sum_of(__ldcs(run.data + i), run.place(i), tables.of_word);
  return sum;
}

}  // namespace gridlock::golden::gpu
