#include "harness/trace/dtype.h"

#include <algorithm>
#include <array>

namespace gridlock::trace {
namespace {

struct Dtype {
  int number;
  const char* name;
  int bytes;
};

constexpr auto kDtypes = std::to_array<Dtype>({
    {0, "uint8", 1},
    {1, "int8", 1},
    {2, "int16", 2},
    {3, "int32", 4},
    {4, "int64", 8},
    {5, "float16", 2},
    {6, "float32", 4},
    {7, "float64", 8},
    {8, "complex32", 4},
    {9, "complex64", 8},
    {10, "complex128", 16},
    {11, "bool", 1},
    {15, "bfloat16", 2},
    {23, "float8_e5m2", 1},
    {24, "float8_e4m3fn", 1},
    {25, "float8_e5m2fnuz", 1},
    {26, "float8_e4m3fnuz", 1},
    {27, "uint16", 2},
    {28, "uint32", 4},
    {29, "uint64", 8},
});

const Dtype* find(int number) {
  const auto* row = std::ranges::find(kDtypes, number, &Dtype::number);
  return row == kDtypes.end() ? nullptr : row;
}

}  // namespace

std::string dtype_name(int dtype) {
  const Dtype* row = find(dtype);
  return row == nullptr ? "dtype " + std::to_string(dtype) : row->name;
}

int width_of(int dtype) {
  const Dtype* row = find(dtype);
  return row == nullptr ? 0 : row->bytes;
}

}  // namespace gridlock::trace
