// Digests (digest.h) of tensors on a GPU, equal bit for bit to the digests on CPUs. One call starts
// the digests of many tensors and does not wait for the GPU. Unavailable if gridlock is built
// without a CUDA compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "golden/digest.h"
#include "golden/digest_kernel.h"

namespace gridlock::golden {

// For each tensor, its digest number and its place in the full tensor, as add() got them.
class CudaLayout {
 public:
  // Adds the next tensor. Its bits count for digest number `digest`, at position `place`. Throws
  // std::invalid_argument for an invalid place.
  void add(std::uint32_t digest, unsigned element_bytes, const Place& place);

  // Returns the strips, which must stay in device memory as long as the device digests the tensors.
  const std::vector<KernelStrip>& strips() const { return strips_; }

  // Adds the digests of the tensors to `sums`, which has one sum for each digest number. The
  // tensors' contiguous elements begin at `addresses`, and `strips` is a copy of strips(). All
  // addresses are on the stream's device, which must be the thread's current device. The sums are
  // complete once the stream has run the work queued here. Throws std::invalid_argument for a wrong
  // number of addresses, and std::runtime_error if a launch fails.
  void start(const std::vector<std::uintptr_t>& addresses, const KernelStrip* strips,
             std::uint64_t* sums, CUstream_st* stream) const;

 private:
  // The tensors of one kernel launch.
  struct Batch {
    std::size_t first_strip = 0;
    std::uint32_t strips = 0, tiles = 0;
  };

  std::size_t tensors_ = 0;
  std::vector<Batch> batches_;
  std::vector<KernelStrip> strips_;
};

}  // namespace gridlock::golden
