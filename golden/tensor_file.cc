#include "golden/tensor_file.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "golden/stored_dtype.h"

namespace gridlock::golden {
namespace {

using nlohmann::json;

std::vector<std::byte> read_all(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file || !std::filesystem::is_regular_file(path)) throw TensorFileError("cannot be read");
  std::vector<std::byte> bytes(static_cast<std::size_t>(file.tellg()));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file) throw TensorFileError("cannot be read");
  return bytes;
}

// Splits a file into its header and the data after the header.
std::pair<json, std::span<const std::byte>> split(std::span<const std::byte> bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length) throw TensorFileError("too short");
  std::memcpy(&length, bytes.data(), sizeof length);
  bytes = bytes.subspan(sizeof length);
  if (length > bytes.size()) throw TensorFileError("the header is cut off");
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  return {json::parse(text, text + length), bytes.subspan(length)};
}

// Reads an unsigned number. Checks the type, because the json library silently converts negative
// numbers and fractions to unsigned numbers.
std::uint64_t unsigned_number(const json& number) {
  if (!number.is_number_unsigned()) throw TensorFileError(number.dump() + " is not a size");
  return number.get<std::uint64_t>();
}

std::vector<std::uint64_t> unsigned_numbers(const json& array) {
  if (!array.is_array()) throw TensorFileError(array.dump() + " is not a list");
  std::vector<std::uint64_t> numbers;
  for (const json& number : array) numbers.push_back(unsigned_number(number));
  return numbers;
}

StoredTensor tensor_of(const json& entry, std::span<const std::byte> data) {
  StoredTensor tensor{entry.at("dtype"), unsigned_numbers(entry.at("shape")), {}};
  const auto offsets = unsigned_numbers(entry.at("data_offsets"));
  if (offsets.size() != 2 || offsets[0] > offsets[1])
    throw TensorFileError("'data_offsets' must be two ascending numbers");
  if (offsets[1] > data.size()) throw TensorFileError("the tensor lies outside of the file");
  tensor.bytes = data.subspan(offsets[0], offsets[1] - offsets[0]);
  const StoredDtype* dtype = find_stored_dtype(tensor.dtype);
  if (!dtype) throw TensorFileError("unknown dtype '" + tensor.dtype + "'");
  if (bytes_of(*dtype, tensor.sizes) != tensor.bytes.size())
    throw TensorFileError("the number of bytes does not match the shape");
  return tensor;
}

StoredTensor tensor_named(const std::string& name, const json& entry,
                          std::span<const std::byte> data) {
  try {
    return tensor_of(entry, data);
  } catch (const std::exception& error) {
    throw TensorFileError("tensor '" + name + "': " + error.what());
  }
}

// Checks that the tensors fill the data. The format allows neither gaps nor tensors that share
// bytes.
void check_that_they_fill(std::span<const std::byte> data,
                          const std::map<std::string, StoredTensor>& tensors) {
  std::vector<std::span<const std::byte>> parts;
  for (const auto& [name, tensor] : tensors) parts.push_back(tensor.bytes);
  std::ranges::sort(parts, {},
                    [](const auto& part) { return std::pair(part.data(), part.size()); });
  const std::byte* end = data.data();
  for (const auto& part : parts) {
    if (part.data() < end) throw TensorFileError("tensors overlap");
    if (part.data() > end) throw TensorFileError("there is a gap between tensors");
    end += part.size();
  }
  if (end != data.data() + data.size()) throw TensorFileError("no tensor owns the last bytes");
}

}  // namespace

std::vector<double> StoredTensor::values() const {
  const StoredDtype* type = find_stored_dtype(dtype);
  if (!type) throw TensorFileError("unknown dtype '" + dtype + "'");
  std::vector<double> values(bytes.size() / type->bytes);
  const std::byte* at = bytes.data();
  for (double& value : values) {
    value = type->read(at);
    at += type->bytes;
  }
  return values;
}

TensorFile::TensorFile(const std::filesystem::path& path) {
  try {
    bytes_ = read_all(path);
    const auto [header, data] = split(bytes_);
    if (!header.is_object()) throw TensorFileError("the header is not an object");
    for (const auto& [name, entry] : header.items()) {
      if (name == "__metadata__") {
        metadata_ = entry.get<std::map<std::string, std::string>>();
      } else {
        tensors_.emplace(name, tensor_named(name, entry, data));
      }
    }
    check_that_they_fill(data, tensors_);
  } catch (const std::exception& error) {
    throw TensorFileError(path.string() + ": " + error.what());
  }
}

}  // namespace gridlock::golden
