#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/prover/testing/programs.h"

namespace gridlock::prover::testing {

using nlohmann::json;
using Kind = Operation::Kind;

NLOHMANN_JSON_SERIALIZE_ENUM(Kind, {{Kind::kCollective, "collective"},
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
                                    {Kind::kWake, "wake"}})

namespace {

constexpr int kMostRanks = 64;

bool has_key(const Operation& operation) {
  return operation.kind == Kind::kStoreSet || operation.kind == Kind::kStoreWait ||
         operation.kind == Kind::kLock || operation.kind == Kind::kUnlock;
}

// What few operations have.
void add_rare(const Operation& operation, json& result) {
  const Operation usual;
  const auto add = [&](const char* name, auto value, auto unless) {
    if (value != unless) result[name] = value;
  };
  add("shared", operation.shared, usual.shared);
  add("outsider", operation.outsider, usual.outsider);
  add("future_taken", operation.future_taken, usual.future_taken);
  add("issuing", operation.issuing, usual.issuing);
  add("wait_gives_up_ms", operation.wait_times_out_ms, usual.wait_times_out_ms);
  add("call_gives_up_ms", operation.call_times_out_ms, usual.call_times_out_ms);
  add("after", operation.after, usual.after);
}

json to_json(const Operation& operation) {
  json result{{"kind", operation.kind}};
  const bool collective = operation.kind == Kind::kCollective;
  const bool message = is_call(operation) && !collective;
  if (collective) result["op"] = trace::describe(operation.op);
  if (collective) result["number"] = static_cast<int>(operation.op);
  if (collective || message) {
    result["group"] = operation.group;
    result["count"] = operation.count;
    result["async"] = operation.async;
    result["peer"] = operation.peer;
  }
  if (message) result["tag"] = operation.tag;
  if (operation.kind == Kind::kWait) result["of"] = operation.of;
  if (has_key(operation)) result["key"] = operation.key;
  if (operation.kind == Kind::kBuild) result["group"] = operation.group;
  add_rare(operation, result);
  return result;
}

Operation operation_from_json(const json& json) {
  Operation result;
  result.kind = json.at("kind").get<Kind>();
  result.op = static_cast<trace::Op>(json.value("number", 100));
  result.group = json.value("group", 0);
  result.peer = json.value("peer", -1);
  result.tag = json.value("tag", 0);
  result.count = json.value("count", 1);
  result.async = json.value("async", false);
  result.of = json.value("of", 0);
  result.key = json.value("key", 0);
  result.shared = json.value("shared", false);
  result.outsider = json.value("outsider", false);
  result.future_taken = json.value("future_taken", false);
  result.issuing = json.value("issuing", false);
  result.wait_times_out_ms = json.value("wait_gives_up_ms", -1);
  result.call_times_out_ms = json.value("call_gives_up_ms", -1);
  result.after = json.value("after", -1);
  return result;
}

void check(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(std::string("program: ") + what);
}

}  // namespace

json to_json(const Program& program) {
  json ranks = json::array();
  for (const auto& threads : program.ranks) {
    json of_rank = json::array();
    for (const ThreadProgram& thread : threads) {
      json operations = json::array();
      for (const Operation& operation : thread) operations.push_back(to_json(operation));
      of_rank.push_back(std::move(operations));
    }
    ranks.push_back(std::move(of_rank));
  }
  json result{{"world_size", program.world_size}, {"groups", program.groups}, {"ranks", ranks}};
  if (!program.built.empty()) result["built"] = program.built;
  if (!program.connected.empty()) result["connected"] = program.connected;
  return result;
}

Program program_from_json(const json& json) {
  Program result;
  result.world_size = json.at("world_size").get<int>();
  check(result.world_size > 0 && result.world_size <= kMostRanks, "world_size");
  result.groups = json.at("groups").get<std::vector<std::vector<int>>>();
  result.built = json.value("built", std::vector<int>{});
  result.connected = json.value("connected", std::vector<int>{});
  for (const auto& threads : json.at("ranks")) {
    auto& rank = result.ranks.emplace_back();
    for (const auto& operations : threads) {
      ThreadProgram& thread = rank.emplace_back();
      for (const auto& operation : operations) thread.push_back(operation_from_json(operation));
    }
  }
  check(result.ranks.size() == static_cast<std::size_t>(result.world_size), "one entry per rank");
  return result;
}

}  // namespace gridlock::prover::testing
