#include "golden/tensor_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace gridlock::golden {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "as the files are");

template <typename Number>
Number read(const std::byte* at) {
  Number number;
  std::memcpy(&number, at, sizeof number);
  return number;
}

// 16 bits are the upper half of an fp32.
double from_bf16(const std::byte* at) {
  return std::bit_cast<float>(std::uint32_t{read<std::uint16_t>(at)} << 16);
}

double from_fp16(const std::byte* at) {
  const auto bits = read<std::uint16_t>(at);
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  const double sign = bits >> 15 ? -1 : 1;
  if (exponent == 31)
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

template <typename Number>
double from(const std::byte* at) {
  return static_cast<double>(read<Number>(at));
}

struct Dtype {
  const char* name;
  std::size_t bytes;
  double (*read)(const std::byte*);
};
constexpr std::array kDtypes = {
    Dtype{"F64", 8, from<double>},      Dtype{"F32", 4, from<float>},
    Dtype{"BF16", 2, from_bf16},        Dtype{"F16", 2, from_fp16},
    Dtype{"I64", 8, from<std::int64_t>}, Dtype{"I32", 4, from<std::int32_t>},
    Dtype{"U8", 1, from<std::uint8_t>}, Dtype{"BOOL", 1, from<std::uint8_t>}};

const Dtype& dtype_named(const std::string& name) {
  const auto found = std::ranges::find(kDtypes, name, [](const Dtype& d) { return std::string(d.name); });
  if (found == kDtypes.end()) throw TensorFileError("unknown dtype " + name);
  return *found;
}

std::vector<std::byte> read_all(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw TensorFileError("cannot be read");
  std::vector<std::byte> bytes(static_cast<std::size_t>(file.tellg()));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file) throw TensorFileError("cannot be read");
  return bytes;
}

StoredTensor tensor_of(const json& entry, std::span<const std::byte> data) {
  StoredTensor tensor;
  tensor.dtype = entry.at("dtype");
  tensor.sizes = entry.at("shape").get<std::vector<std::uint64_t>>();
  const std::uint64_t begin = entry.at("data_offsets").at(0), end = entry.at("data_offsets").at(1);
  if (begin > end || end > data.size()) throw TensorFileError("a tensor lies outside of the file");
  tensor.bytes = data.subspan(begin, end - begin);
  std::uint64_t bytes = dtype_named(tensor.dtype).bytes;
  for (const std::uint64_t size : tensor.sizes) bytes *= size;
  if (bytes != tensor.bytes.size()) throw TensorFileError("a tensor has other bytes than its sizes");
  return tensor;
}

// The header, and the data behind it.
std::pair<json, std::span<const std::byte>> split(std::span<const std::byte> bytes) {
  if (bytes.size() < 8) throw TensorFileError("too short");
  const auto length = read<std::uint64_t>(bytes.data());
  if (length > bytes.size() - 8) throw TensorFileError("the header is cut off");
  const auto* text = reinterpret_cast<const char*>(bytes.data()) + 8;
  return {json::parse(text, text + length), bytes.subspan(8 + length)};
}

}  // namespace

std::vector<double> StoredTensor::values() const {
  const Dtype& type = dtype_named(dtype);
  std::vector<double> values(bytes.size() / type.bytes);
  const std::byte* at = bytes.data();
  for (double& value : values) {
    value = type.read(at);
    at += type.bytes;
  }
  return values;
}

TensorFile::TensorFile(const std::filesystem::path& path) {
  try {
    bytes_ = read_all(path);
    const auto [header, data] = split(bytes_);
    for (const auto& [name, entry] : header.items()) {
      if (name == "__metadata__") {
        metadata_ = entry.get<std::map<std::string, std::string>>();
      } else {
        tensors_.emplace(name, tensor_of(entry, data));
      }
    }
  } catch (const std::exception& error) {
    throw TensorFileError(path.string() + ": " + error.what());
  }
}

}  // namespace gridlock::golden
