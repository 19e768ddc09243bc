#include "harness/prover/signature.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

#include "harness/checker/claim.h"
#include "harness/trace/operation.h"

namespace gridlock::prover {
namespace {

const std::map<std::string, std::function<void(Call&)>> kChanges{
    {"dtype", [](Call& call) { call.dtype = 15; }},
    {"shape", [](Call& call) { call.shape_hash = 77; }},
    {"count", [](Call& call) { call.count = 77; }},
    {"reduce_op", [](Call& call) { call.reduce_op = 3; }},
    {"root", [](Call& call) { call.peer = 3; }},
};

Call call_of(trace::Op op) {
  Call call;
  call.op = op;
  call.dtype = 6;
  call.shape_hash = 1;
  call.count = 8;
  return call;
}

// The prover and the checker each have a function that selects the arguments to compare. The two
// functions were written independently, so a mistake in one of them shows here.
TEST(CallSignature, ComparesTheArgumentsThatTheCheckerCompares) {
  for (const trace::Operation& row : trace::kOperations) {
    if (row.point_to_point) continue;
    for (const auto& [name, change] : kChanges) {
      const Call mine = call_of(row.op);
      Call other = mine;
      change(other);
      EXPECT_EQ(signature(mine) == signature(other),
                checker::arguments_of(mine) == checker::arguments_of(other))
          << row.name << ", " << name;
    }
  }
}

TEST(CallSignature, OfSendsAndReceivesIsTheOperationAlone) {
  Call send = call_of(trace::Op::kSend);
  const CallSignature before = signature(send);
  for (const auto& [name, change] : kChanges) change(send);
  EXPECT_EQ(signature(send), before);
}

}  // namespace
}  // namespace gridlock::prover
