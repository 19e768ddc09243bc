// A file of taps (taps.h) that one rank wrote.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "golden/taps.h"
#include "golden/tensor_file.h"

namespace gridlock::golden {

struct TapPart {
  std::string tensor;       // its name in the file
  std::uint64_t first = 0;  // index of its first element in the full tensor
};

struct WrittenTap {
  TapKey key;
  std::string dtype;
  std::vector<std::uint64_t> sizes;  // of the full tensor
  std::string holders;               // the ranks that hold the same: "0-3"; "rank 2": only its own
  bool unplaced = false;             // relation to the rank's part of the batch is unknown
  double scale = 1;                  // factor for the numbers in the file
  std::vector<TapPart> parts;
  std::vector<Moved> moved;  // all parts together, before scaling
};

class TapFile {
 public:
  // Throws TapsError.
  explicit TapFile(const std::filesystem::path& path);

  const std::vector<WrittenTap>& taps() const { return taps_; }  // in the order of the training
  const WrittenTap* find(const TapKey& key) const;               // null: the rank has none
  // Throws TapsError if the file has no such tensor.
  const StoredTensor& stored(const TapPart& part) const;

 private:
  TensorFile file_;
  std::vector<WrittenTap> taps_;
};

}  // namespace gridlock::golden
