#include "golden/tensor_trace.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <utility>

#include "golden/tensor_trace_file.h"
#include "golden/write_tensor_file.h"

namespace gridlock::golden {
namespace {

namespace fs = std::filesystem;

std::uint64_t elements_of(const std::vector<std::uint64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{1}, std::multiplies<>());
}

// Iterates over the elements of a part. index() is an element's index in the full tensor.
class PartIterator {
 public:
  PartIterator(const std::vector<std::uint64_t>& full, std::vector<std::uint64_t> part,
               std::uint64_t first)
      : strides_(full.size(), 1), part_(std::move(part)), at_(part_.size(), 0), index_(first) {
    for (std::size_t d = full.size(); d-- > 1;) strides_[d - 1] = strides_[d] * full[d];
  }

  std::uint64_t index() const { return index_; }

  void next() {
    for (std::size_t d = part_.size(); d-- > 0;) {
      index_ += strides_[d];
      if (++at_[d] < part_[d]) return;
      index_ -= at_[d] * strides_[d];
      at_[d] = 0;
    }
  }

 private:
  std::vector<std::uint64_t> strides_, part_, at_;
  std::uint64_t index_;
};

bool equal_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Returns false for a tensor that each rank owns separately and that may differ between ranks.
bool is_shared(const TraceEntry& entry) {
  return !entry.holders.starts_with("rank ");
}

// Parses a list of ranks such as "0-2,5" or "rank 2".
std::vector<int> ranks_in(const std::string& holders) {
  std::vector<int> ranks;
  const char* at = holders.data();
  const char* const end = at + holders.size();
  if (holders.starts_with("rank ")) at += 5;
  while (at < end) {
    int first = 0;
    at = std::from_chars(at, end, first).ptr;
    int last = first;
    if (at < end && *at == '-') at = std::from_chars(at + 1, end, last).ptr;
    for (int rank = first; rank <= last; ++rank) ranks.push_back(rank);
    ++at;
  }
  return ranks;
}

// Assembles one tensor from the ranks' parts.
class TensorAssembler {
 public:
  explicit TensorAssembler(const TraceEntry& entry) {
    const std::uint64_t elements = elements_of(entry.sizes);
    tensor_.dtype = entry.dtype;
    tensor_.sizes = entry.sizes;
    tensor_.unplaced = entry.unplaced;
    tensor_.values.assign(elements, std::numeric_limits<double>::quiet_NaN());
    tensor_.holders.assign(elements, -1);
  }

  void add(int rank, const TraceEntry& entry, const TensorTraceFile& file) {
    if (tensor_.unplaced && group_ >= 0) return;
    const std::vector<int> holders = ranks_in(entry.holders);
    auto group = std::ranges::find(tensor_.groups, holders);
    if (group == tensor_.groups.end()) group = tensor_.groups.insert(group, holders);
    group_ = static_cast<std::int16_t>(group - tensor_.groups.begin());
    for (const TensorPart& part : entry.parts) add(rank, entry, part, file.stored(part));
  }

  TracedTensor take() { return std::move(tensor_); }

 private:
  void add(int rank, const TraceEntry& entry, const TensorPart& part, const StoredTensor& stored) {
    if (entry.sizes != tensor_.sizes || stored.sizes.size() != tensor_.sizes.size())
      throw TensorTraceError(describe(entry.key) + ": the sizes on rank " + std::to_string(rank) +
                             " differ");
    PartIterator at(tensor_.sizes, stored.sizes, part.first);
    for (const double value : stored.values()) {
      add(rank, at.index(), value * entry.scale, is_shared(entry));
      at.next();
    }
  }

  void add(int rank, std::uint64_t index, double value, bool is_replica) {
    if (index >= tensor_.values.size()) throw TensorTraceError("a part lies outside of its tensor");
    double& held = tensor_.values[index];
    std::int16_t& holders = tensor_.holders[index];
    if (holders < 0) {
      holders = group_;
      held = value;
    } else if (is_replica && !tensor_.replica_mismatch && !equal_bits(value, held)) {
      tensor_.replica_mismatch = {rank, tensor_.groups[static_cast<std::size_t>(holders)].front(),
                                  index, value, held};
    }
  }

  TracedTensor tensor_;
  std::int16_t group_ = -1;  // group of the rank that is being added
};

// Returns each key once, whichever ranks have it. Sorts the keys by step, then by phase, then by
// first appearance.
std::vector<TensorKey> ordered_keys(const std::vector<TensorTraceFile>& files) {
  std::vector<TensorKey> keys;
  std::set<TensorKey> seen;
  for (const TensorTraceFile& file : files) {
    for (const TraceEntry& entry : file.entries()) {
      if (seen.insert(entry.key).second) keys.push_back(entry.key);
    }
  }
  std::ranges::stable_sort(keys, {},
                           [](const TensorKey& key) { return std::pair(key.step, key.phase); });
  return keys;
}

}  // namespace

std::string describe(const TensorKey& key) {
  const std::string step = " in step " + std::to_string(key.step);
  switch (key.phase) {
    case Phase::kForward:
      return (key.name == "inputs" ? "inputs" : "output of " + key.name) + step;
    case Phase::kLoss:
      return "loss" + step;
    case Phase::kBackward:
      return "gradient of the output of " + key.name + step;
    case Phase::kGradients:
      return "gradient of " + key.name + step;
    case Phase::kParameters:
      return key.name + " after step " + std::to_string(key.step);
    case Phase::kOptimizer:
      return "optimizer state " + key.name + " after step " + std::to_string(key.step);
  }
  return key.name;
}

void write_parameters(const fs::path& folder, std::size_t step, const TensorFile& parameters) {
  std::map<std::string, DoubleTensor> tensors;
  nlohmann::json entries = nlohmann::json::array();
  for (const auto& [name, stored] : parameters.tensors()) {
    tensors[name] = {stored.sizes, stored.values()};
    entries.push_back({{"step", step},
                       {"phase", "parameters"},
                       {"name", name},
                       {"dtype", "float64"},
                       {"sizes", stored.sizes},
                       {"holders", "0"},
                       {"scale", 1},
                       {"parts", {{{"tensor", name}, {"first", 0}}}},
                       {"moved", nlohmann::json::array()}});
  }
  fs::create_directories(folder);
  write_tensor_file(folder / "rank0.safetensors", tensors, {{"taps", entries.dump()}});
}

TensorTrace::TensorTrace(const fs::path& folder) {
  for (int rank = 0;; ++rank) {
    const fs::path path = folder / ("rank" + std::to_string(rank) + ".safetensors");
    if (!fs::exists(path)) break;
    files_.emplace_back(path);
  }
  if (files_.empty()) throw TensorTraceError("no tensor trace in " + folder.string());
  keys_ = ordered_keys(files_);
}

TensorTrace::~TensorTrace() = default;
TensorTrace::TensorTrace(TensorTrace&&) noexcept = default;

TracedTensor TensorTrace::tensor(const TensorKey& key) const {
  std::optional<TensorAssembler> assembler;
  for (std::size_t rank = 0; rank < files_.size(); ++rank) {
    const TraceEntry* entry = files_[rank].find(key);
    if (entry == nullptr) continue;
    if (!assembler) assembler.emplace(*entry);
    assembler->add(static_cast<int>(rank), *entry, files_[rank]);
  }
  if (!assembler) throw TensorTraceError("no rank has the " + describe(key));
  return assembler->take();
}

std::vector<Moved> TensorTrace::moved(const TensorKey& key) const {
  std::vector<Moved> all;
  std::set<std::string> holders;
  for (const TensorTraceFile& file : files_) {
    const TraceEntry* entry = file.find(key);
    // Replicas move together, so only one of them counts.
    if (entry == nullptr || !holders.insert(entry->holders).second) continue;
    all.resize(std::max(all.size(), entry->moved.size()));
    for (std::size_t i = 0; i < entry->moved.size(); ++i) {
      all[i].squares += entry->moved[i].squares * entry->scale * entry->scale;
      all[i].largest = std::max(all[i].largest, entry->moved[i].largest * entry->scale);
    }
  }
  return all;
}

BatchSplit TensorTrace::batch_split() const {
  BatchSplit split;
  for (const TensorTraceFile& file : files_) {
    const TraceEntry* inputs = file.find({0, Phase::kForward, "inputs"});
    auto& pieces = split.emplace_back();
    if (inputs == nullptr) continue;
    for (const TensorPart& part : inputs->parts)
      pieces.emplace_back(part.first, file.stored(part).sizes);
  }
  return split;
}

bool TensorTrace::has(const TensorKey& key) const {
  return std::ranges::find(keys_, key) != keys_.end();
}

}  // namespace gridlock::golden
