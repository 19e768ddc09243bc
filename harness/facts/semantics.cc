#include "harness/facts/semantics.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/facts/semantics_tables.h"
#include "harness/facts/words.h"
#include "harness/fields/read.h"

namespace gridlock::facts {
namespace {

using trace::Op;

constexpr std::array<std::string_view, 7> kArguments{"dtype",     "width", "shape", "count",
                                                     "reduce_op", "root",  "splits"};
constexpr int kMostWorkers = 1024;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what);
}

// Returns the operation with this name in torch.distributed.
Op operation(const std::string& name) {
  const trace::Operation* const row = trace::operation_named(name);
  if (row == nullptr) fail("'" + name + "' is not an operation");
  return row->op;
}

// Reads a map by operation from JSON, where the keys are the operations' names. There is no
// write(), because the program only reads tables.
struct NeedsByName {
  using Written = std::map<std::string, Needs>;
  static std::map<Op, Needs> read(const Written& written) {
    std::map<Op, Needs> result;
    for (const auto& [name, needs] : written) {
      const Op op = operation(name);
      if ((needs == Needs::kPeer) != is_point_to_point(op)) {
        fail(name + ": only send and receive need 'peer', and they need nothing else");
      }
      result[op] = needs;
    }
    return result;
  }
};

struct PairingsByOps {
  using Written = std::map<std::string, Pairing>;
  static std::map<std::pair<Op, Op>, Pairing> read(const Written& written) {
    std::map<std::pair<Op, Op>, Pairing> result;
    for (const auto& [names, pairing] : written) {
      const auto slash = names.find('/');
      if (slash == std::string::npos)
        fail("'" + names + "' should have the form 'operation/operation'");
      const Op a = operation(names.substr(0, slash));
      const Op b = operation(names.substr(slash + 1));
      if (a == b) fail("the operations of '" + names + "' are the same");
      result[std::minmax(a, b)] = pairing;
    }
    return result;
  }
};

struct PairingsByArgument {
  using Written = std::map<std::string, Pairing>;
  static std::map<std::pair<Op, std::string>, Pairing> read(const Written& written) {
    std::map<std::pair<Op, std::string>, Pairing> result;
    for (const auto& [name, pairing] : written) {
      const auto of = name.find(" of ");
      if (of == std::string::npos)
        fail("'" + name + "' should have the form 'argument of operation'");
      const std::string argument = name.substr(0, of);
      if (std::ranges::count(kArguments, argument) == 0)
        fail("'" + argument + "' is not an argument");
      result[{operation(name.substr(of + 4)), argument}] = pairing;
    }
    return result;
  }
};

struct Workers {
  using Written = int;
  static int read(int workers) {
    if (workers < 1 || workers > kMostWorkers) fail("it should be a number from 1 to 1024");
    return workers;
  }
};

}  // namespace

constexpr auto fields_of(fields::Type<BackendSemantics>) {
  using B = BackendSemantics;
  return fields::List{
      fields::usual<NeedsByName>("needs", &B::needs),
      fields::usual<PairingsByOps>("different_ops", &B::different_ops),
      fields::usual<PairingsByArgument>("different_arguments", &B::different_arguments),
      fields::usual("empty_needs_nobody", &B::empty_needs_nobody),
      fields::usual("dead_peer_raises", &B::dead_peer_raises),
      fields::usual("barrier_waits_for_earlier", &B::barrier_waits_for_earlier),
      fields::usual("issue_returns", &B::issue_returns),
      fields::usual("first_issue_meets", &B::first_issue_meets),
      fields::usual<Workers>("workers", &B::workers),
      fields::usual("connects_by_name", &B::connects_by_name),
  };
}

namespace {

BackendSemantics table_of(const nlohmann::json& json) {
  try {
    return fields::from_json<BackendSemantics>(json);
  } catch (const fields::Error& error) {
    throw std::runtime_error(std::string("backend table: ") + error.what());
  }
}

}  // namespace

BackendSemantics parse_semantics(std::string_view text) {
  return table_of(nlohmann::json::parse(text, nullptr, false));
}

const BackendSemantics& promised_semantics() {
  static const BackendSemantics table = [] {
    BackendSemantics result;
    for (const trace::Operation& row : trace::kOperations) {
      const bool gives = row.root == trace::Root::kGives;
      const bool collects = row.root == trace::Root::kCollects;
      result.needs[row.op] = row.point_to_point ? Needs::kPeer
                             : gives            ? Needs::kRoot
                             : collects         ? Needs::kFromAll
                                                : Needs::kAll;
      for (const trace::Operation& other : trace::kOperations) {
        const bool collectives = !row.point_to_point && !other.point_to_point;
        if (collectives && row.op < other.op)
          result.different_ops[{row.op, other.op}] = Pairing::kHang;
      }
    }
    return result;
  }();
  return table;
}

const Semantics& measured_semantics() {
  static const Semantics tables = [] {
    Semantics result;
    const nlohmann::json all = nlohmann::json::parse(kSemanticsTables);
    for (const auto& [backend, table] : all.items()) result[backend] = table_of(table);
    return result;
  }();
  return tables;
}

}  // namespace gridlock::facts
