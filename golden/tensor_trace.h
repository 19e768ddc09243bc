// The tensors that a training run computed in each step, assembled from the parts that the ranks
// wrote. Each rank N writes one file, rankN.safetensors
// (harness/rank/gridlock/train/tensor_trace.py).
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

// The phases of a step, in order. All gradients are gradients of the global loss.
enum class Phase {
  kForward,     // the inputs, and each module's output
  kLoss,        // the global mean loss
  kBackward,    // gradients of modules' outputs
  kGradients,   // gradients of the parameters, as the optimizer receives them
  kParameters,  // parameters after the update
  kOptimizer,   // optimizer state after the update
};

struct TensorKey {
  std::size_t step = 0;  // counts from 0
  Phase phase = Phase::kForward;
  std::string name;  // module or parameter: "blocks.0.attention"

  auto operator<=>(const TensorKey&) const = default;
};

// Returns words such as "output of blocks.0.attention in step 0" and "gradient of norm.weight in
// step 1".
std::string describe(const TensorKey& key);

// The distance that all parts of a tensor together moved in one training run with random rounding.
struct Moved {
  double squares = 0;  // sum of the squared differences
  double largest = 0;  // largest difference
};

// Two replicas that should be equal but differ in one element.
struct ReplicaMismatch {
  int rank = 0, other = 0;
  std::uint64_t index = 0;  // in the full tensor, in row-major order
  double value = 0, other_value = 0;
};

struct TracedTensor {
  std::string dtype;                                // "bfloat16"
  std::vector<std::uint64_t> sizes;                 // sizes of the full tensor
  std::vector<double> values;                       // element values; NaN where no rank holds one
  std::vector<std::int16_t> holders;                // per element: index in `groups`; -1: none
  std::vector<std::vector<int>> groups;             // ranks that hold the same part
  std::optional<ReplicaMismatch> replica_mismatch;  // the first difference between replicas
  // True if the tensor depends on the rank's part of the batch in an unknown way, as a table of
  // positions or a mean over rows does. `values` are then the first rank's values. Training runs
  // that split the batch differently compute other values, so the tensor cannot be compared with
  // theirs.
  bool unplaced = false;
};

// The split of the batch: for each rank, the start and the sizes of each piece of its inputs.
using BatchSplit = std::vector<std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>>>;

class TensorTraceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Writes a trace of one rank to FOLDER/rank0.safetensors. The trace contains only these parameters,
// as they are after `step`. Throws std::runtime_error if the file cannot be written.
void write_parameters(const std::filesystem::path& folder, std::size_t step,
                      const class TensorFile& parameters);

class TensorTraceFile;

// Assembles tensors on request.
class TensorTrace {
 public:
  // Reads FOLDER/rank0.safetensors, FOLDER/rank1.safetensors and so on. Throws TensorTraceError if
  // the folder has no such file, or if a file is not in the form that ranks write.
  explicit TensorTrace(const std::filesystem::path& folder);
  ~TensorTrace();
  TensorTrace(TensorTrace&&) noexcept;

  // Returns the keys of all ranks, in the order of computation.
  const std::vector<TensorKey>& keys() const { return keys_; }
  bool has(const TensorKey& key) const;
  TracedTensor tensor(const TensorKey& key) const;
  // Returns one movement per training run with random rounding; none if there was no such run.
  std::vector<Moved> moved(const TensorKey& key) const;
  BatchSplit batch_split() const;

 private:
  std::vector<TensorTraceFile> files_;  // one file per rank
  std::vector<TensorKey> keys_;
};

}  // namespace gridlock::golden
