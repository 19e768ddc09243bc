#include "harness/prover/model/program.h"

namespace gridlock::prover::model {

bool is_call(const Operation& operation) {
  return operation.kind == Kind::kCollective || operation.kind == Kind::kSend ||
         operation.kind == Kind::kRecv || operation.kind == Kind::kRecvAny;
}

bool within_a_minute(int times_out_ms) {
  return times_out_ms >= 0 && times_out_ms < 60'000;
}

}  // namespace gridlock::prover::model
