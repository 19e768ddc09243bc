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
                                    {Kind::kStoreWait, "store_wait"}})

namespace {

constexpr int kMostRanks = 64;

json to_json(const Operation& operation) {
  json result{{"kind", operation.kind}};
  const bool collective = operation.kind == Kind::kCollective;
  const bool message = operation.kind == Kind::kSend || operation.kind == Kind::kRecv ||
                       operation.kind == Kind::kRecvAny;
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
  if (operation.kind == Kind::kStoreSet || operation.kind == Kind::kStoreWait) {
    result["key"] = operation.key;
  }
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
  return {{"world_size", program.world_size}, {"groups", program.groups}, {"ranks", ranks}};
}

Program program_from_json(const json& json) {
  Program result;
  result.world_size = json.at("world_size").get<int>();
  check(result.world_size > 0 && result.world_size <= kMostRanks, "world_size");
  result.groups = json.at("groups").get<std::vector<std::vector<int>>>();
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
