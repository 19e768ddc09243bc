// Writes files that TensorFile (tensor_file.h) reads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gridlock::golden {

struct DoubleTensor {
  std::vector<std::uint64_t> sizes;
  std::vector<double> values;  // one per element, in row-major order
};

// Writes the named tensors as F64. Throws std::invalid_argument if a tensor's value count does not
// match its sizes, and std::runtime_error if the file cannot be written. what() names the tensor or
// file.
void write_tensor_file(const std::filesystem::path& path,
                       const std::map<std::string, DoubleTensor>& tensors,
                       const std::map<std::string, std::string>& metadata = {});

}  // namespace gridlock::golden
