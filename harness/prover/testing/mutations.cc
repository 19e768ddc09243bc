#include "harness/prover/testing/mutations.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/facts/certificate.h"
#include "harness/text/rank_list.h"

namespace gridlock::prover::testing {
namespace {

using nlohmann::json;

// A value somewhere in the JSON. Its parent is null if the value is the whole document.
struct Spot {
  json* value;
  json* parent;
};

Spot pick(json& root, std::mt19937& random) {
  Spot spot{&root, nullptr};
  while (spot.value->is_structured() && !spot.value->empty() && random() % 8 != 0) {
    auto child = spot.value->begin();
    std::advance(child, static_cast<std::ptrdiff_t>(random() % spot.value->size()));
    spot = {&*child, spot.value};
  }
  return spot;
}

json other_value(const json& value, std::mt19937& random) {
  const std::array<json, 12> values{
      nullptr, true, false, 0, 1, 2, -1, ~std::uint64_t{0}, 1.5, "", "0-3", json::array()};
  if (value.is_number_integer() && random() % 2 == 0) return random() % 8;
  return values[random() % values.size()];
}

void mutate(json& root, std::mt19937& random) {
  const Spot spot = pick(root, random);
  const unsigned what = random() % 4;
  if (spot.parent != nullptr && spot.parent->is_array() && what == 0) {
    const json copy = *spot.value;
    spot.parent->push_back(copy);
  } else if (spot.parent != nullptr && what == 1) {
    for (auto child = spot.parent->begin(); child != spot.parent->end(); ++child) {
      if (&*child != spot.value) continue;
      spot.parent->erase(child);
      return;
    }
  } else {
    *spot.value = other_value(*spot.value, random);
  }
}

// Adds or removes one rank.
std::set<int> other_ranks(std::set<int> result, int ranks, bool may_be_empty,
                          std::mt19937& random) {
  const int rank = static_cast<int>(random() % static_cast<unsigned>(ranks));
  if (result.erase(rank) == 0) result.insert(rank);
  if (result.empty() && !may_be_empty) result.insert((rank + 1) % ranks);
  return result;
}

void misstate_assumptions(json& list, std::mt19937& random) {
  if (!list.empty() && random() % 2 == 0) {
    list.erase(random() % list.size());
  } else {
    list.push_back(random() % 2 == 0 && !list.empty() ? list[0] : "nobody looks");
  }
}

}  // namespace

json misstated(const json& good, std::string_view field, std::mt19937& random) {
  json result = good;
  const int ranks = static_cast<int>(good.at("second").at("ranks").size());
  if (field == "ranks") {
    json& said = result["finding"]["ranks"];
    said = other_ranks(said, ranks, false, random);
  } else if (field == "waiting_for") {
    json& said = result["finding"]["waiting_for"].begin().value();
    said = other_ranks(said, ranks, true, random);
  } else if (field == "reasons") {
    json& said = result["reasons"][random() % result["reasons"].size()]["waits_for"];
    const auto of_reason = text::parse_rank_list(said.get<std::string>());
    const auto other = other_ranks({of_reason.begin(), of_reason.end()}, ranks, true, random);
    said = text::rank_list({other.begin(), other.end()});
  } else {
    misstate_assumptions(result["assumptions"], random);
  }
  result["digest"] = facts::certificate_digest(result);
  return result;
}

json mutated(const json& good, std::mt19937& random) {
  json result = good;
  const unsigned count = 1 + random() % 3;
  for (unsigned i = 0; i < count; ++i) mutate(result, random);
  return result;
}

}  // namespace gridlock::prover::testing
