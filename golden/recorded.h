// Recorded goldens: the numbers of a run, stored as text in one file per matrix and class of
// environments. Another torch or processor legitimately gives other bits, so a record applies only
// to runs in its own class of environments.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::golden {

// The versions and hardware that numbers may depend on besides the cell: torch = "2.11.0", device =
// "cpu", hardware = "AVX512", python, cuda, nccl.
using Environment = std::map<std::string, std::string>;

// Returns torch, device and hardware as part of a file's name: "torch-2.11.0-cpu-avx512".
std::string class_of(const Environment& environment);

struct RecordedCell {
  std::string precision;  // whose bounds apply
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::string parameters;  // digest after the last step, hexadecimal; "" = unknown

  bool operator==(const RecordedCell&) const = default;
};

struct Recorded {
  std::string matrix;
  std::int64_t seed = 0;
  Environment environment;
  std::map<std::string, RecordedCell> cells;  // by id

  bool operator==(const Recorded&) const = default;
};

// Returns a name such as "default.torch-2.11.0-cpu-avx512.toml".
std::string file_name(const Recorded& recorded);

// Writes TOML with all digits of the numbers and with the cells in order, so that a diff shows what
// changed.
std::string to_toml(const Recorded& recorded);

class RecordedError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// Throws RecordedError for anything that to_toml() does not write; what() names the line or key.
Recorded recorded_from_toml(std::string_view text);

// The relation of a cell to its record, in order of severity: the last is the worst.
enum class RecordStatus {
  kSame,     // the same bits
  kNew,      // not recorded
  kMissing,  // recorded, but missing from the run
  kClose,    // other bits, within the bounds of the precision
  kDiffers,  // out of bounds, or different steps
};

struct Change {
  std::string cell;
  RecordStatus status = RecordStatus::kSame;
  std::string words;  // "loss at step 2: …"; "" if there is nothing to report
};

// Returns one change per cell of either side, in order of the ids.
std::vector<Change> changes(const Recorded& before, const Recorded& now);

// Returns the differences of the environments: "python 3.11.2, recorded with 3.12.0".
std::vector<std::string> changes(const Environment& before, const Environment& now);

}  // namespace gridlock::golden
