#include "golden/stored_dtype.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace gridlock::golden {
namespace {

static_assert(std::endian::native == std::endian::little, "as the files are");

template <typename Number>
Number element(const std::byte* at) {
  Number number;
  std::memcpy(&number, at, sizeof number);
  return number;
}

template <typename Number>
double from(const std::byte* at) {
  return static_cast<double>(element<Number>(at));
}

// Converts a bf16, which is the upper 16 bits of an fp32.
double from_bf16(const std::byte* at) {
  return std::bit_cast<float>(std::uint32_t{element<std::uint16_t>(at)} << 16);
}

double from_fp16(const std::byte* at) {
  const auto bits = element<std::uint16_t>(at);
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  const double sign = bits >> 15 ? -1 : 1;
  if (exponent == 31)
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  return sign *
         (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

constexpr std::array kStoredDtypes = {
    StoredDtype{"F64", 8, from<double>},       StoredDtype{"F32", 4, from<float>},
    StoredDtype{"BF16", 2, from_bf16},         StoredDtype{"F16", 2, from_fp16},
    StoredDtype{"I64", 8, from<std::int64_t>}, StoredDtype{"I32", 4, from<std::int32_t>},
    StoredDtype{"U8", 1, from<std::uint8_t>},  StoredDtype{"BOOL", 1, from<std::uint8_t>}};

}  // namespace

const StoredDtype* find_stored_dtype(std::string_view name) {
  const auto* found = std::ranges::find(kStoredDtypes, name, &StoredDtype::name);
  return found == kStoredDtypes.end() ? nullptr : found;
}

std::optional<std::uint64_t> bytes_of(const StoredDtype& dtype,
                                      std::span<const std::uint64_t> sizes) {
  std::uint64_t bytes = dtype.bytes;
  for (const std::uint64_t size : sizes)
    if (__builtin_mul_overflow(bytes, size, &bytes)) return std::nullopt;
  return bytes;
}

}  // namespace gridlock::golden
