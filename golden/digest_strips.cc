#include "golden/digest_strips.h"

#include <stdexcept>

namespace gridlock::golden {
namespace {

struct Dimension {
  std::uint64_t size;
  std::uint64_t stride;
};

// Returns the dimensions, outermost first. Leaves out dimensions of size 1, because their strides
// are meaningless.
std::vector<Dimension> dimensions_of(const Place& place) {
  if (place.sizes.size() != place.strides.size())
    throw std::invalid_argument("digest: a place needs as many strides as sizes");
  std::vector<Dimension> dimensions;
  for (std::size_t d = 0; d < place.sizes.size(); ++d)
    if (place.sizes[d] != 1) dimensions.push_back({place.sizes[d], place.strides[d]});
  return dimensions;
}

// Removes the innermost dimensions that together form one dimension with a stride of `step`
// elements. Returns that dimension's size.
std::uint64_t take_steps(std::vector<Dimension>& dimensions, std::uint64_t step) {
  std::uint64_t steps = 1;
  for (; !dimensions.empty() && dimensions.back().stride == steps * step; dimensions.pop_back())
    steps *= dimensions.back().size;
  return steps;
}

// Returns each element's position in the full tensor, in the order of the elements in memory.
std::vector<std::uint64_t> starts_of(const std::vector<Dimension>& dimensions) {
  std::vector<std::uint64_t> starts = {0};
  for (const Dimension& dimension : dimensions) {
    std::vector<std::uint64_t> finer;
    for (const std::uint64_t start : starts)
      for (std::uint64_t i = 0; i < dimension.size; ++i)
        finer.push_back(start + i * dimension.stride);
    starts = std::move(finer);
  }
  return starts;
}

}  // namespace

std::vector<Strip> strips_of(const Place& place, unsigned element_bytes) {
  std::vector<Dimension> dimensions = dimensions_of(place);
  for (const Dimension& dimension : dimensions)
    if (dimension.size == 0) return {};
  const std::uint64_t run = take_steps(dimensions, 1);
  const std::uint64_t step = dimensions.empty() ? run : dimensions.back().stride;
  const std::uint64_t runs = take_steps(dimensions, step);
  std::vector<Strip> strips;
  for (const std::uint64_t start : starts_of(dimensions)) {
    strips.push_back({.offset = strips.size() * runs * run * element_bytes,
                      .first = (place.first + start) * element_bytes,
                      .run = run * element_bytes,
                      .step = step * element_bytes,
                      .runs = runs});
  }
  return strips;
}

}  // namespace gridlock::golden
