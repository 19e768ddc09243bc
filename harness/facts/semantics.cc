#include "harness/facts/semantics.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/facts/semantics_tables.h"

namespace gridlock::facts {
namespace {

using nlohmann::json;
using trace::Op;

template <typename T, std::size_t kCount>
using Words = std::array<std::pair<std::string_view, T>, kCount>;

constexpr Words<Needs, 7> kNeeds{{{"all", Needs::kAll},
                                  {"root", Needs::kRoot},
                                  {"from_all", Needs::kFromAll},
                                  {"star", Needs::kStar},
                                  {"tree", Needs::kTree},
                                  {"nobody", Needs::kNobody},
                                  {"peer", Needs::kPeer}}};
constexpr Words<Pairing, 5> kPairings{{{"fits", Pairing::kFits},
                                       {"wrong", Pairing::kWrong},
                                       {"abort", Pairing::kAbort},
                                       {"hang", Pairing::kHang},
                                       {"amiss", Pairing::kAmiss}}};
constexpr std::array<std::string_view, 7> kArguments{"dtype",     "width", "shape", "count",
                                                     "reduce_op", "root",  "splits"};
constexpr std::array<std::pair<std::string_view, bool BackendSemantics::*>, 5> kFlags{
    {{"empty_needs_nobody", &BackendSemantics::empty_needs_nobody},
     {"dead_peer_raises", &BackendSemantics::dead_peer_raises},
     {"barrier_waits_for_earlier", &BackendSemantics::barrier_waits_for_earlier},
     {"issue_returns", &BackendSemantics::issue_returns},
     {"first_issue_meets", &BackendSemantics::first_issue_meets}}};
constexpr int kMostOperations = 128;
constexpr int kMostWorkers = 1024;

[[noreturn]] void fail(const std::string& where, const std::string& what) {
  throw std::runtime_error("backend table: " + where + ": " + what);
}

std::string text(const std::string& where, const json& value) {
  if (!value.is_string()) fail(where, "a word is expected");
  return value.get<std::string>();
}

template <typename T, std::size_t kCount>
T word(const Words<T, kCount>& words, const std::string& where, const json& value) {
  const std::string given = text(where, value);
  for (const auto& [name, meaning] : words) {
    if (name == given) return meaning;
  }
  fail(where, "'" + given + "' is unknown");
}

// By torch.distributed's name of it.
Op operation(const std::string& where, const std::string& name) {
  for (int number = 0; number < kMostOperations; ++number) {
    const auto op = static_cast<Op>(number);
    if (describe(op) == name && op != Op::kUnknown) return op;
  }
  fail(where, "'" + name + "' is no operation");
}

void read_needs(const json& table, BackendSemantics& result) {
  for (const auto& [name, value] : table.items()) {
    const std::string where = "needs: " + name;
    const Op op = operation(where, name);
    const Needs needs = word(kNeeds, where, value);
    if ((needs == Needs::kPeer) != is_point_to_point(op)) {
      fail(where, "'peer' is for send and receive, and they need nothing else");
    }
    result.needs[op] = needs;
  }
}

void read_operations(const json& table, BackendSemantics& result) {
  for (const auto& [names, value] : table.items()) {
    const std::string where = "different_ops: " + names;
    const auto slash = names.find('/');
    if (slash == std::string::npos) fail(where, "two operations are expected, as in 'a/b'");
    const Op a = operation(where, names.substr(0, slash));
    const Op b = operation(where, names.substr(slash + 1));
    if (a == b) fail(where, "they are the same");
    result.different_ops[std::minmax(a, b)] = word(kPairings, where, value);
  }
}

void read_arguments(const json& table, BackendSemantics& result) {
  for (const auto& [name, value] : table.items()) {
    const std::string where = "different_arguments: " + name;
    const auto of = name.find(" of ");
    if (of == std::string::npos) fail(where, "an argument of an operation is expected: 'a of b'");
    const std::string argument = name.substr(0, of);
    if (std::ranges::count(kArguments, argument) == 0) fail(where, "there is no such argument");
    const Op op = operation(where, name.substr(of + 4));
    result.different_arguments[{op, argument}] = word(kPairings, where, value);
  }
}

bool flag(const std::string& where, const json& value) {
  if (!value.is_boolean()) fail(where, "true or false is expected");
  return value.get<bool>();
}

int workers(const json& value) {
  if (!value.is_number_integer() || value < 1 || value > kMostWorkers) {
    fail("workers", "a number from 1 to " + std::to_string(kMostWorkers) + " is expected");
  }
  return value.get<int>();
}

void read_field(const std::string& name, const json& value, BackendSemantics& result) {
  using Reader = void (*)(const json&, BackendSemantics&);
  constexpr std::array<std::pair<std::string_view, Reader>, 3> kTables{
      {{"needs", read_needs},
       {"different_ops", read_operations},
       {"different_arguments", read_arguments}}};
  for (const auto& [table, reader] : kTables) {
    if (name != table) continue;
    if (!value.is_object()) fail(name, "an object is expected");
    return reader(value, result);
  }
  if (name == "workers") {
    result.workers = workers(value);
    return;
  }
  const auto row = std::ranges::find(kFlags, name, [](const auto& flag) { return flag.first; });
  if (row == kFlags.end()) fail(name, "there is no such field");
  result.*row->second = flag(name, value);
}

}  // namespace

BackendSemantics parse_semantics(std::string_view text) {
  const json table = json::parse(text, nullptr, false);
  if (!table.is_object()) fail("file", "a JSON object is expected");
  BackendSemantics result;
  for (const auto& [name, value] : table.items()) read_field(name, value, result);
  return result;
}

const Semantics& measured_semantics() {
  static const Semantics tables = [] {
    Semantics result;
    for (const auto& [backend, text] : kSemanticsTables) result[backend] = parse_semantics(text);
    return result;
  }();
  return tables;
}

}  // namespace gridlock::facts
