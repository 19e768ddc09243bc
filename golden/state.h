// Whether the ranks of a cell, and two cells, hold the same bits: of gradients, parameters and
// optimizer state, after each step, and of what came out of the layers in it. Ranks report digests
// (digest.h) of what they hold of the full tensors; nothing needs to be gathered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "golden/digest.h"

namespace gridlock::golden {

// What one rank holds of tensors of one kind, which lie in the digest one behind the other.
struct Held {
  // By the ranks that hold the same part: "0-3" of replicas, "2" of a shard. "rank 2": what that
  // rank keeps for itself, such as parameters that nobody shards.
  std::map<std::string, Digest> parts;
  // Of the full tensors, by the ranks over which they are distributed: "0-3"; "rank 2" as above.
  std::map<std::string, std::uint64_t> bytes;

  bool operator==(const Held&) const = default;
};

// Of one rank, after a step. Nothing where the rank does not look.
struct State {
  std::optional<Held> gradients;  // before the optimizer uses them
  std::optional<Held> parameters;
  std::optional<Held> optimizer;
  std::optional<Held> activations =
      {};  // what came out of the layers, in fp32 or wider; on request
};

// The same of all ranks together: digests of the full tensors.
struct WholeState {
  std::optional<Digest> gradients, parameters, optimizer, activations;
};

struct RankStates {
  int rank = 0;
  std::span<const State> steps;
};

// What cannot be: ranks that should hold the same bits hold others, or parts are missing.
struct StateFault {
  std::string tensors;   // "activations", "gradients", "parameters", "optimizer state"
  std::size_t step = 0;  // counts from 0
  std::vector<int>
      ranks;  // that differ from most others, or say nothing; of no meaning where parts are missing
  std::string sentence;  // "parameters after step 1: rank 3 holds other bits than rank 0"
};

// The earliest one; activations before gradients before parameters before the optimizer's state.
std::optional<StateFault> find_state_fault(std::span<const RankStates> ranks);

// Of each step, of ranks without a fault.
std::vector<WholeState> whole_states(std::span<const RankStates> ranks);

// The first digests by which two cells part.
struct StateMismatch {
  std::string tensors;
  std::size_t step = 0;
  std::size_t steps_differing = 0;  // how many steps part in these tensors
  std::size_t steps = 0;
  Digest left, right;
};

// Nothing where all are the same, and where either side has none: then nothing is known.
std::optional<StateMismatch> compare_states(std::span<const WholeState> left,
                                            std::span<const WholeState> right);

// "gradients of step 0: not the same bits (digest 0f83… against 91b2…)"
std::string explain(const StateMismatch& mismatch);

// 16 hexadecimal digits.
std::string hexadecimal(std::uint64_t sum);

}  // namespace gridlock::golden
