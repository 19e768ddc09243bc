// Helpers that the model's source files share.
#pragma once

#include <algorithm>
#include <vector>

#include "harness/prover/model/model.h"

namespace gridlock::prover::model {

inline std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}
inline Ranks bit(int rank) {
  return Ranks{1} << rank;
}
inline bool has(const std::vector<int>& list, int value) {
  return std::ranges::count(list, value) > 0;
}
trace::Op message_op(Operation::Kind kind);  // kind is a kSend, kRecv or kRecvAny

}  // namespace gridlock::prover::model
