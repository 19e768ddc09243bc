// What a training held at its taps, put together from the parts that its ranks wrote: a file
// rankN.safetensors each (harness/rank/gridlock/train/taps.py).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gridlock::golden {

// In the order of a step. A gradient is one of the global loss.
enum class Phase {
  kForward,     // the inputs, and what comes out of each module
  kLoss,        // global mean
  kBackward,    // gradients of what came out of modules
  kGradients,   // of the parameters, as the optimizer gets them
  kParameters,  // after the update
  kOptimizer,   // its state, after the update
};

struct TapKey {
  std::size_t step = 0;  // counts from 0
  Phase phase = Phase::kForward;
  std::string name;  // of a module or parameter: "blocks.0.attention"

  auto operator<=>(const TapKey&) const = default;
};

// "output of blocks.0.attention in step 0", "gradient of norm.weight in step 1"
std::string describe(const TapKey& key);

// How far a tensor moved in one training with random rounding, all of its parts together.
struct Moved {
  double squares = 0;  // sum of the squares of all differences
  double largest = 0;  // difference
};

// Ranks hold a part that they should hold alike, and one element of it is not the same.
struct OtherReplica {
  int rank = 0, other = 0;
  std::uint64_t index = 0;  // in the full tensor, whose last dimension is the fastest
  double value = 0, other_value = 0;
};

struct TappedTensor {
  std::string dtype;                          // "bfloat16"
  std::vector<std::uint64_t> sizes;           // of the full tensor
  std::vector<double> values;                 // of its elements; NaN where nobody holds one
  std::vector<std::int16_t> holders;          // who holds each element, of `groups`; -1: nobody
  std::vector<std::vector<int>> groups;       // of ranks that hold the same
  std::optional<OtherReplica> other_replica;  // the first one
  // It is of the part of the batch that its rank has, nobody knows how (a table of positions, a
  // mean over rows): what the first rank has, which trainings whose batch is split otherwise have
  // not.
  bool unplaced = false;
};

// How the batch is split: of each rank, where the pieces of its inputs begin, and their sizes.
using BatchSplit = std::vector<std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>>>;

class TapsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Writes FOLDER/rank0.safetensors as a rank would that holds these parameters after `step`; no
// other tap. Throws std::runtime_error where it cannot be written.
void write_parameters(const std::filesystem::path& folder, std::size_t step,
                      const class TensorFile& parameters);

class TapFile;

// Tensors are put together when they are asked for.
class Taps {
 public:
  // Reads FOLDER/rank0.safetensors and so on. Throws TapsError where there is none, or where one is
  // not what a rank writes.
  explicit Taps(const std::filesystem::path& folder);
  ~Taps();
  Taps(Taps&&) noexcept;

  // All that any rank has, in the order of a training.
  const std::vector<TapKey>& keys() const { return keys_; }
  bool has(const TapKey& key) const;
  TappedTensor tensor(const TapKey& key) const;
  // Of each training with random rounding; none where there was none.
  std::vector<Moved> moved(const TapKey& key) const;
  BatchSplit batch_split() const;

 private:
  std::vector<TapFile> files_;  // by rank
  std::vector<TapKey> keys_;
};

}  // namespace gridlock::golden
