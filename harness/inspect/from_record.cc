#include "harness/inspect/from_record.h"

namespace gridlock::inspect {
namespace {

// Converts a rank within the group to a global rank. Records contain ranks within the group, but
// the prover uses global ranks.
int global_rank(const trace::GroupRecord* group, std::int32_t rank_in_group) {
  if (group == nullptr || rank_in_group < 0) return -1;
  const auto rank = static_cast<std::size_t>(rank_in_group);
  return rank < group->members.size() ? group->members[rank] : -1;
}

}  // namespace

facts::Call to_call(const trace::Record& record, const trace::GroupRecord* group) {
  facts::Call call;
  call.number = record.call;
  call.group = group != nullptr ? static_cast<int>(record.group) : -1;
  call.op = static_cast<trace::Op>(record.op);
  call.seq = record.seq;
  call.peer = global_rank(group, record.peer);
  call.tag = record.tag;
  call.dtype = record.dtype;
  call.reduce_op = record.reduce_op;
  call.count = record.count;
  call.shape_hash = record.shape_hash;
  call.site = record.site;
  call.pass = record.pass;
  call.module = static_cast<int>(record.module) - 1;
  call.async = (record.flags & trace::kAsync) != 0;
  call.future_taken = (record.flags & trace::kFuture) != 0;
  call.compiling = (record.flags & trace::kCompiling) != 0;
  return call;
}

}  // namespace gridlock::inspect
