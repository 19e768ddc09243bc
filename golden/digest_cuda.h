// Digests (digest.h) of tensors on a GPU, the same bits as on CPUs: of many tensors at once,
// without waiting for any. There are none where gridlock is built without a CUDA compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "golden/digest.h"
#include "golden/digest_kernel.h"

namespace gridlock::golden {

// Where tensors lie in the digests, in their order.
class CudaLayout {
 public:
  // The next tensor is part of the digest with this number, and lies at this place of it. Throws
  // std::invalid_argument for a place that is none.
  void add(std::uint32_t digest, unsigned element_bytes, const Place& place);

  // What the device is to have in its memory as long as it digests these tensors.
  const std::vector<KernelStrip>& strips() const { return strips_; }

  // Adds the digests of tensors whose elements begin at these addresses, one behind the other, to
  // `sums`, one for each number; `strips` are those from above. All three are addresses of the
  // stream's device, which must be the thread's. Done when the stream gets there. Throws
  // std::invalid_argument and std::runtime_error.
  void start(const std::vector<std::uintptr_t>& addresses, const KernelStrip* strips,
             std::uint64_t* sums, CUstream_st* stream) const;

 private:
  // As many tensors as a kernel takes.
  struct Batch {
    std::size_t first_strip = 0;
    std::uint32_t strips = 0, tiles = 0;
  };

  std::size_t tensors_ = 0;
  std::vector<Batch> batches_;
  std::vector<KernelStrip> strips_;
};

}  // namespace gridlock::golden
