#include "golden/write_tensor_file.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "golden/stored_dtype.h"

namespace gridlock::golden {
namespace {

using nlohmann::json;

json header_of(const std::map<std::string, DoubleTensor>& tensors,
               const std::map<std::string, std::string>& metadata) {
  const StoredDtype& f64 = *find_stored_dtype("F64");
  json header = json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::uint64_t end = 0;
  for (const auto& [name, tensor] : tensors) {
    if (bytes_of(f64, tensor.sizes) != tensor.values.size() * f64.bytes)
      throw std::invalid_argument("the values of tensor '" + name + "' do not match its sizes");
    const std::uint64_t begin = std::exchange(end, end + tensor.values.size() * f64.bytes);
    header[name] = {{"dtype", f64.name}, {"shape", tensor.sizes}, {"data_offsets", {begin, end}}};
  }
  return header;
}

// Pads the header to a multiple of 8 bytes. The numbers that follow are then aligned in a mapped
// file.
std::string padded(std::string header) {
  header.resize((header.size() + 7) / 8 * 8, ' ');
  return header;
}

void write_bytes(std::ofstream& file, const void* data, std::size_t bytes) {
  file.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
}

}  // namespace

void write_tensor_file(const std::filesystem::path& path,
                       const std::map<std::string, DoubleTensor>& tensors,
                       const std::map<std::string, std::string>& metadata) {
  const std::string header = padded(header_of(tensors, metadata).dump());
  const std::uint64_t length = header.size();
  std::ofstream file(path, std::ios::binary);
  write_bytes(file, &length, sizeof length);
  write_bytes(file, header.data(), header.size());
  for (const auto& [name, tensor] : tensors)
    write_bytes(file, tensor.values.data(), tensor.values.size() * sizeof(double));
  file.close();
  if (!file) throw std::runtime_error(path.string() + ": cannot be written");
}

}  // namespace gridlock::golden
