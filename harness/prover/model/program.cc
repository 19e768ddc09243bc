#include "harness/prover/model/program.h"

namespace gridlock::prover::model {

bool is_call(const Operation& operation) {
  return operation.kind == Operation::Kind::kCollective ||
         operation.kind == Operation::Kind::kSend || operation.kind == Operation::Kind::kRecv ||
         operation.kind == Operation::Kind::kRecvAny;
}

bool within_a_minute(int times_out_ms) {
  return times_out_ms >= 0 && times_out_ms < 60'000;
}

}  // namespace gridlock::prover::model
