// Builds the calls of a skeleton for tests.
#pragma once

#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

inline RecordedCall collective(trace::Op op, int group, bool async = false) {
  return {{.kind = prover::model::Operation::Kind::kCollective,
           .op = op,
           .group = group,
           .async = async},
          "train.py:7"};
}
inline RecordedCall send(int peer) {
  return {{.kind = prover::model::Operation::Kind::kSend,
           .op = trace::Op::kSend,
           .peer = peer,
           .tag = 3},
          ""};
}
inline RecordedCall wait_for(int index) {
  return {{.kind = prover::model::Operation::Kind::kWait, .of = index}, ""};
}

}  // namespace gridlock::minimizer
