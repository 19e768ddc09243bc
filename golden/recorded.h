// Recorded goldens are the numerical results of a run, stored as text. One file holds the results
// of one matrix for one class of environments. Another torch version or processor legitimately
// produces other bits, so a record applies only to runs in its own class of environments.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::golden {

// The versions and hardware that, in addition to the cell, may affect numerical results. The keys
// are torch ("2.11.0"), device ("cpu"), hardware ("AVX512"), python, cuda and nccl.
using Environment = std::map<std::string, std::string>;

// Returns torch, device and hardware as part of a file name, such as "torch-2.11.0-cpu-avx512".
std::string class_of(const Environment& environment);

struct RecordedCell {
  std::string precision;  // the cell's precision, whose bounds apply
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::string parameters;  // digest after the last step, hexadecimal; "" = unknown

  bool operator==(const RecordedCell&) const = default;
};

struct Recorded {
  std::string matrix;
  std::int64_t seed = 0;
  Environment environment;
  std::map<std::string, RecordedCell> cells;  // cells by id

  bool operator==(const Recorded&) const = default;
};

// Returns a name such as "default.torch-2.11.0-cpu-avx512.toml".
std::string file_name(const Recorded& recorded);

// Returns TOML with all digits of each number and with the cells sorted, so that a diff shows what
// changed.
std::string to_toml(const Recorded& recorded);

class RecordedError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// Throws RecordedError for anything that to_toml() does not write; what() names the line or key.
Recorded recorded_from_toml(std::string_view text);

// The relation of a cell to its record, in order of increasing severity.
enum class RecordStatus {
  kSame,     // the same bits
  kNew,      // not recorded
  kMissing,  // recorded, but missing from the run
  kClose,    // different bits, within the bounds of the precision
  kDiffers,  // out of bounds, or a different number of steps
};

struct Change {
  std::string cell;
  RecordStatus status = RecordStatus::kSame;
  std::string words;  // "loss at step 2: …"; "" if there is nothing to report
};

// Returns one change for each cell that either side contains, sorted by id.
std::vector<Change> changes(const Recorded& before, const Recorded& now);

// Returns the differences between the environments, for example "python 3.11.2, recorded with
// 3.12.0".
std::vector<std::string> changes(const Environment& before, const Environment& now);

}  // namespace gridlock::golden
