#include "harness/prover/model/program_json.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/fields/description.h"
#include "harness/fields/read.h"
#include "harness/fields/words.h"
#include "harness/fields/write.h"

namespace gridlock::prover::model {

using fields::optional;
using fields::required;
using Kind = Operation::Kind;

namespace {

constexpr int kMostRanks = 64;

// An operation in JSON, where its kind is a name such as "all_reduce".
struct OpForm {
  using Written = std::string;
  static Written write(trace::Op op) { return trace::describe(op); }
  static trace::Op read(const Written& name) {
    const trace::Operation* const row = trace::operation_named(name);
    if (row == nullptr) throw std::runtime_error("is not an operation");
    return row->op;
  }
};

}  // namespace

fields::Words<Kind> words(Kind) {
  static constexpr std::array<std::pair<Kind, const char*>, 14> kKinds{{
      {Kind::kCollective, "collective"},
      {Kind::kSend, "send"},
      {Kind::kRecv, "recv"},
      {Kind::kRecvAny, "recv_any"},
      {Kind::kWait, "wait"},
      {Kind::kCompute, "compute"},
      {Kind::kStoreSet, "store_set"},
      {Kind::kStoreWait, "store_wait"},
      {Kind::kBuild, "build"},
      {Kind::kBackward, "backward"},
      {Kind::kLock, "lock"},
      {Kind::kUnlock, "unlock"},
      {Kind::kPark, "park"},
      {Kind::kWake, "wake"},
  }};
  return kKinds;
}

constexpr auto fields_of(fields::Type<Operation>) {
  return fields::List{
      required("kind", &Operation::kind),
      optional<OpForm>("op", &Operation::op),
      optional("group", &Operation::group),
      optional("peer", &Operation::peer),
      optional("tag", &Operation::tag),
      optional("count", &Operation::count),
      optional("async", &Operation::async),
      optional("of", &Operation::of),
      optional("key", &Operation::key),
      optional("shared", &Operation::shared),
      optional("outsider", &Operation::outsider),
      optional("future_taken", &Operation::future_taken),
      optional("issuing", &Operation::issuing),
      optional("wait_gives_up_ms", &Operation::wait_times_out_ms),
      optional("call_gives_up_ms", &Operation::call_times_out_ms),
      optional("after", &Operation::after),
  };
}

constexpr auto fields_of(fields::Type<Program>) {
  return fields::List{
      required("world_size", &Program::world_size), required("groups", &Program::groups),
      optional("built", &Program::built),           optional("connected", &Program::connected),
      required("ranks", &Program::ranks),
  };
}

nlohmann::json to_json(const Program& program) {
  return fields::to_json<nlohmann::json>(program);
}

Program program_from_json(const nlohmann::json& json) {
  const auto program = fields::from_json<Program>(json);
  const bool fits = program.world_size > 0 && program.world_size <= kMostRanks &&
                    program.ranks.size() == static_cast<std::size_t>(program.world_size);
  if (!fits) throw std::runtime_error("program: world_size does not fit its ranks");
  return program;
}

}  // namespace gridlock::prover::model
