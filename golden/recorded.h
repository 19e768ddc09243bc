// Recorded goldens: the numbers of a run, kept as text in a file of one matrix and one class of
// environments. Another torch or processor gives other bits for good reasons, so a record says
// something of runs in its own class of environments alone.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::golden {

// What numbers may depend on besides the cell: torch = "2.11.0", device = "cpu", hardware =
// "AVX512", python, cuda, nccl.
using Environment = std::map<std::string, std::string>;

// "torch-2.11.0-cpu-avx512": torch, device and hardware, as part of a file's name.
std::string class_of(const Environment& environment);

struct RecordedCell {
  std::string precision;  // whose bounds apply
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::string parameters;  // their digest after the last step, hexadecimal; "" = not known

  bool operator==(const RecordedCell&) const = default;
};

struct Recorded {
  std::string matrix;
  std::int64_t seed = 0;
  Environment environment;
  std::map<std::string, RecordedCell> cells;  // by id

  bool operator==(const Recorded&) const = default;
};

// "default.torch-2.11.0-cpu-avx512.toml"
std::string file_name(const Recorded& recorded);

// TOML, numbers with all digits, cells in order: what changed shows in a diff.
std::string to_toml(const Recorded& recorded);

class RecordedError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// Throws RecordedError for all that to_toml() does not write; what() says which line or key.
Recorded recorded_from_toml(std::string_view text);

// How a cell stands to its record. In this order, the last is the worst.
enum class Standing {
  kSame,     // the same bits
  kNew,      // not recorded
  kGone,     // recorded, but not in the run
  kClose,    // other bits, within the bounds of the precision
  kDiffers,  // further apart, or of other steps
};

struct Change {
  std::string cell;
  Standing standing = Standing::kSame;
  std::string words;  // "loss at step 2: …"; "" where there is nothing to say
};

// Of all cells of both, in order of their ids.
std::vector<Change> changes(const Recorded& before, const Recorded& now);

// Of the environment: "python 3.11.2, recorded with 3.12.0".
std::vector<std::string> changes(const Environment& before, const Environment& now);

}  // namespace gridlock::golden
