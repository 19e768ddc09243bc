// Checks whether the ranks of a cell, or two cells, hold the same bits. The checked tensors are the
// gradients, parameters and optimizer state after each step, and the layers' outputs within the
// step. Each rank reports digests (digest.h) of its parts of the full tensors, so no tensor needs
// to be gathered.
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

// The digests of one rank's parts of all tensors of one kind. The digest treats the tensors as
// contiguous.
struct ShardDigests {
  // The keys name the ranks that hold the same part: "0-3" for replicas, "2" for a shard, and "rank
  // 2" for tensors that only this rank owns, such as parameters that are not sharded.
  std::map<std::string, Digest> parts;
  // Bytes of the full tensors. The keys name the ranks over which the tensors are distributed, such
  // as "0-3", or "rank 2" for tensors that only this rank owns.
  std::map<std::string, std::uint64_t> bytes;

  bool operator==(const ShardDigests&) const = default;
};

// One rank's state after a step. A member is empty if the rank does not report it.
struct State {
  std::optional<ShardDigests> gradients;  // before the optimizer uses them
  std::optional<ShardDigests> parameters;
  std::optional<ShardDigests> optimizer;
  // The layers' outputs, in fp32 or wider; reported only on request.
  std::optional<ShardDigests> activations = {};
};

// The state of all ranks together: digests of the full tensors.
struct WholeState {
  std::optional<Digest> gradients, parameters, optimizer, activations;
};

struct RankStates {
  int rank = 0;
  std::span<const State> steps;
};

// An inconsistency: ranks that should hold the same bits hold different ones, or parts are missing.
struct StateFault {
  std::string tensors;   // "activations", "gradients", "parameters", "optimizer state"
  std::size_t step = 0;  // counts from 0
  // The ranks that differ from the majority or report nothing; meaningless if parts are missing.
  std::vector<int> ranks;
  // Such as "parameters after step 1: rank 3 holds different bits than rank 0".
  std::string sentence;
};

// Returns the earliest fault; within a step, activations come before gradients, parameters and the
// optimizer's state.
std::optional<StateFault> find_state_fault(std::span<const RankStates> ranks);

// Returns the full tensors' digests of each step. The ranks must have no fault.
std::vector<WholeState> whole_states(std::span<const RankStates> ranks);

// The first digests that differ between two cells.
struct StateMismatch {
  std::string tensors;
  std::size_t step = 0;
  std::size_t steps_differing = 0;  // how many steps differ in these tensors
  std::size_t steps = 0;
  Digest left, right;
};

// Returns nullopt if all digests are the same, or if one side has no digests.
std::optional<StateMismatch> compare_states(std::span<const WholeState> left,
                                            std::span<const WholeState> right);

// Returns a sentence such as "gradients of step 0: not the same bits (digest 0f83… against 91b2…)".
std::string explain(const StateMismatch& mismatch);

// Formats `sum` as 16 hexadecimal digits.
std::string hexadecimal(std::uint64_t sum);

}  // namespace gridlock::golden
