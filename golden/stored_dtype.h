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
  std::size_t bytes = 0;  // of an element
  // The element that begins here, which need not be aligned. Exactly; integers up to 2^53.
  double (*read)(const std::byte*) = nullptr;
};

// Null: no such name.
const StoredDtype* find_stored_dtype(std::string_view name);

// Of a tensor with these sizes; nothing where 64 bits do not hold it.
std::optional<std::uint64_t> bytes_of(const StoredDtype& dtype,
                                      std::span<const std::uint64_t> sizes);

}  // namespace gridlock::golden
