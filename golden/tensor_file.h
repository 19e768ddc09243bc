// Files of tensors in the format of safetensors (github.com/huggingface/safetensors). A file
// contains the length of the header (8 bytes, little-endian), the header as JSON, and the tensors'
// contiguous bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridlock::golden {

// Thrown if a file does not have this format: the file is truncated, its tensors overlap or extend
// beyond its end, or a dtype is unknown. what() names the file and the reason.
class TensorFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct StoredTensor {
  std::string dtype;                 // F64, F32, BF16, F16, I64, I32, U8 or BOOL
  std::vector<std::uint64_t> sizes;  // empty for a scalar
  std::span<const std::byte> bytes;  // in row-major order

  // Returns the elements as doubles. The conversion is exact, except for integers beyond 2^53.
  std::vector<double> values() const;
};

// A file in memory.
class TensorFile {
 public:
  // Throws TensorFileError.
  explicit TensorFile(const std::filesystem::path& path);
  TensorFile(TensorFile&&) = default;
  TensorFile& operator=(TensorFile&&) = default;

  const std::map<std::string, std::string>& metadata() const { return metadata_; }
  const std::map<std::string, StoredTensor>& tensors() const { return tensors_; }  // by name

 private:
  std::vector<std::byte> bytes_;
  std::map<std::string, std::string> metadata_;
  std::map<std::string, StoredTensor> tensors_;
};

}  // namespace gridlock::golden
