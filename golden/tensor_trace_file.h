// The file of a tensor trace (tensor_trace.h) that one rank wrote.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "golden/tensor_file.h"
#include "golden/tensor_trace.h"

namespace gridlock::golden {

struct TensorPart {
  std::string tensor;       // the part's name in the file
  std::uint64_t first = 0;  // index of the part's first element in the full tensor
};

struct TraceEntry {
  TensorKey key;
  std::string dtype;
  std::vector<std::uint64_t> sizes;  // sizes of the full tensor
  // The ranks that hold the same values, such as "0-3"; "rank 2" for a tensor that only rank 2 has.
  std::string holders;
  bool unplaced = false;  // TracedTensor::unplaced
  double scale = 1;       // factor for the numbers in the file
  std::vector<TensorPart> parts;
  std::vector<Moved> moved;  // movement of all parts together, before scaling
};

class TensorTraceFile {
 public:
  // Throws TensorTraceError.
  explicit TensorTraceFile(const std::filesystem::path& path);

  const std::vector<TraceEntry>& entries() const {
    return entries_;
  }                                                    // in the order of the training
  const TraceEntry* find(const TensorKey& key) const;  // null: the rank has none
  // Throws TensorTraceError if the file has no such tensor.
  const StoredTensor& stored(const TensorPart& part) const;

 private:
  TensorFile file_;
  std::vector<TraceEntry> entries_;
};

}  // namespace gridlock::golden
