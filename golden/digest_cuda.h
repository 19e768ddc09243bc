// Digests (digest.h) of tensors on a GPU, with the same bits as on CPUs: many tensors at once,
// without waiting for any. Unavailable if gridlock is built without a CUDA compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "golden/digest.h"
#include "golden/digest_kernel.h"

namespace gridlock::golden {

// The places of tensors in the digests, in the tensors' order.
class CudaLayout {
 public:
  // Adds the next tensor, which lies at this place of the digest with this number. Throws
  // std::invalid_argument for an invalid place.
  void add(std::uint32_t digest, unsigned element_bytes, const Place& place);

  // The strips that the device must keep in its memory as long as it digests these tensors.
  const std::vector<KernelStrip>& strips() const { return strips_; }

  // Adds the digests of tensors, whose contiguous elements begin at these addresses, to `sums`,
  // which has one sum for each digest number. `strips` is a copy of strips(). All three are
  // addresses on the stream's device, which must be the thread's current device. The sums are
  // complete when the stream gets there. Throws std::invalid_argument and std::runtime_error.
  void start(const std::vector<std::uintptr_t>& addresses, const KernelStrip* strips,
             std::uint64_t* sums, CUstream_st* stream) const;

 private:
  // As many tensors as one kernel launch takes.
  struct Batch {
    std::size_t first_strip = 0;
    std::uint32_t strips = 0, tiles = 0;
  };

  std::size_t tensors_ = 0;
  std::vector<Batch> batches_;
  std::vector<KernelStrip> strips_;
};

}  // namespace gridlock::golden
