// Helpers that several tests share: files in the form in which ranks write tensor traces.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "golden/tensor_trace.h"
#include "golden/write_tensor_file.h"

namespace gridlock::golden {

struct TestTraceEntry {
  TensorKey key;
  std::string dtype = "float32";
  std::vector<std::uint64_t> sizes;  // sizes of the full tensor
  // Sizes of the rank's part; {}: those of the full tensor, with as many rows as `numbers` fills.
  std::vector<std::uint64_t> part = {};
  std::string holders = "0";
  std::uint64_t first = 0;
  double scale = 1;
  std::vector<double> numbers;
  std::vector<Moved> moved = {};
  bool unplaced = false;
};

class TestTraceFiles {
 public:
  TestTraceFiles() : folder_(std::filesystem::path(testing::TempDir()) / unique_name()) {
    std::filesystem::create_directories(folder_);
  }
  ~TestTraceFiles() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TestTraceFiles(const TestTraceFiles&) = delete;
  TestTraceFiles& operator=(const TestTraceFiles&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  void write(int rank, const std::vector<TestTraceEntry>& entries) const {
    constexpr const char* kPhases[] = {"forward",   "loss",       "backward",
                                       "gradients", "parameters", "optimizer"};
    std::map<std::string, DoubleTensor> tensors;
    nlohmann::json about = nlohmann::json::array();
    for (const TestTraceEntry& entry : entries) {
      const std::string stored = std::to_string(tensors.size());
      tensors[stored] = {part_of(entry), entry.numbers};
      nlohmann::json moved = nlohmann::json::array();
      for (const Moved& one : entry.moved) moved.push_back({one.squares, one.largest});
      about.push_back({{"step", entry.key.step},
                       {"phase", kPhases[static_cast<int>(entry.key.phase)]},
                       {"name", entry.key.name},
                       {"dtype", entry.dtype},
                       {"sizes", entry.sizes},
                       {"holders", entry.holders},
                       {"unplaced", entry.unplaced},
                       {"scale", entry.scale},
                       {"parts", {{{"tensor", stored}, {"first", entry.first}}}},
                       {"moved", moved}});
    }
    write_tensor_file(folder_ / ("rank" + std::to_string(rank) + ".safetensors"), tensors,
                      {{"taps", about.dump()}});
  }

 private:
  static std::string unique_name() {
    static int count = 0;
    return "trace-" + std::to_string(getpid()) + "-" + std::to_string(count++);
  }

  static std::vector<std::uint64_t> part_of(const TestTraceEntry& entry) {
    if (!entry.part.empty()) return entry.part;
    std::vector<std::uint64_t> part = entry.sizes;
    std::uint64_t row = 1;
    for (std::size_t d = 1; d < part.size(); ++d) row *= part[d];
    if (!part.empty()) part[0] = entry.numbers.size() / row;
    return part;
  }

  std::filesystem::path folder_;
};

}  // namespace gridlock::golden
