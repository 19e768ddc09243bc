// Helpers that several tests share: files in the form that ranks write for their taps.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "golden/taps.h"
#include "golden/write_tensor_file.h"

namespace gridlock::golden {

struct TapToWrite {
  TapKey key;
  std::string dtype = "float32";
  std::vector<std::uint64_t> sizes;  // of the full tensor
  // Sizes of the rank's part; {}: as many rows as it has numbers.
  std::vector<std::uint64_t> part = {};
  std::string holders = "0";
  std::uint64_t first = 0;
  double scale = 1;
  std::vector<double> numbers;
  std::vector<Moved> moved = {};
  bool unplaced = false;
};

class TapFiles {
 public:
  TapFiles() : folder_(std::filesystem::path(testing::TempDir()) / unique_name()) {
    std::filesystem::create_directories(folder_);
  }
  ~TapFiles() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TapFiles(const TapFiles&) = delete;
  TapFiles& operator=(const TapFiles&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  void write(int rank, const std::vector<TapToWrite>& taps) const {
    constexpr const char* kPhases[] = {"forward",   "loss",       "backward",
                                       "gradients", "parameters", "optimizer"};
    std::map<std::string, DoubleTensor> tensors;
    nlohmann::json about = nlohmann::json::array();
    for (const TapToWrite& tap : taps) {
      const std::string stored = std::to_string(tensors.size());
      tensors[stored] = {part_of(tap), tap.numbers};
      nlohmann::json moved = nlohmann::json::array();
      for (const Moved& one : tap.moved) moved.push_back({one.squares, one.largest});
      about.push_back({{"step", tap.key.step},
                       {"phase", kPhases[static_cast<int>(tap.key.phase)]},
                       {"name", tap.key.name},
                       {"dtype", tap.dtype},
                       {"sizes", tap.sizes},
                       {"holders", tap.holders},
                       {"unplaced", tap.unplaced},
                       {"scale", tap.scale},
                       {"parts", {{{"tensor", stored}, {"first", tap.first}}}},
                       {"moved", moved}});
    }
    write_tensor_file(folder_ / ("rank" + std::to_string(rank) + ".safetensors"), tensors,
                      {{"taps", about.dump()}});
  }

 private:
  static std::string unique_name() {
    static int count = 0;
    return "taps-" + std::to_string(getpid()) + "-" + std::to_string(count++);
  }

  static std::vector<std::uint64_t> part_of(const TapToWrite& tap) {
    if (!tap.part.empty()) return tap.part;
    std::vector<std::uint64_t> part = tap.sizes;
    std::uint64_t row = 1;
    for (std::size_t d = 1; d < part.size(); ++d) row *= part[d];
    if (!part.empty()) part[0] = tap.numbers.size() / row;
    return part;
  }

  std::filesystem::path folder_;
};

}  // namespace gridlock::golden
