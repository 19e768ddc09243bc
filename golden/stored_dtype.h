// The element types of files of tensors (tensor_file.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace gridlock::golden {

struct StoredDtype {
  std::string_view name;  // "F64", as in the file
  std::size_t bytes = 0;  // bytes per element
  // Reads the element at this address, which need not be aligned. The conversion is exact, except
  // for integers beyond 2^53.
  double (*read)(const std::byte*) = nullptr;
};

// Returns null for an unknown name.
const StoredDtype* find_stored_dtype(std::string_view name);

// Returns the byte count of a tensor with these sizes, or nullopt if the count exceeds 64 bits.
std::optional<std::uint64_t> bytes_of(const StoredDtype& dtype,
                                      std::span<const std::uint64_t> sizes);

}  // namespace gridlock::golden
