#include "golden/digest_cuda.h"

#include <algorithm>
#include <stdexcept>

#include "golden/digest_strips.h"

namespace gridlock::golden {

void CudaLayout::add(std::uint32_t digest, unsigned element_bytes, const Place& place) {
  const auto tensor = static_cast<std::uint32_t>(tensors_ % kTensorsAtOnce);
  const std::vector<Strip> parts = strips_of(place, element_bytes);
  if (tensor == 0) batches_.push_back({.first_strip = strips_.size()});
  ++tensors_;
  Batch& batch = batches_.back();
  for (const Strip& part : parts) {
    strips_.push_back(
        {part.offset, part.first, part.run, part.step, part.runs, tensor, digest, batch.tiles, 0});
    batch.tiles += split(strips_.back());
    ++batch.strips;
  }
}

void CudaLayout::start(const std::vector<std::uintptr_t>& addresses, const KernelStrip* strips,
                       std::uint64_t* sums, CUstream_st* stream) const {
  if (addresses.size() != tensors_)
    throw std::invalid_argument("digest: one address is needed for each tensor of the layout");
  auto next = addresses.begin();
  for (const Batch& batch : batches_) {
    const auto left = static_cast<std::size_t>(addresses.end() - next);
    Addresses tensors;
    const auto end =
        next + static_cast<std::ptrdiff_t>(std::min<std::size_t>(left, kTensorsAtOnce));
    std::transform(next, end, tensors.of_tensor, [](std::uintptr_t address) {
      return reinterpret_cast<const unsigned char*>(address);  // NOLINT: Python passes integers
    });
    next = end;
    if (batch.tiles > 0)
      launch({strips + batch.first_strip, batch.strips, batch.tiles, sums}, tensors, stream);
  }
}

}  // namespace gridlock::golden
