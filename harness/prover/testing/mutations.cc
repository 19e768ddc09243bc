#include "harness/prover/testing/mutations.h"

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace gridlock::prover::testing {
namespace {

using nlohmann::json;

// A value somewhere below, and its parent (none for the whole).
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

}  // namespace

json mutated(const json& good, std::mt19937& random) {
  json result = good;
  const unsigned count = 1 + random() % 3;
  for (unsigned i = 0; i < count; ++i) mutate(result, random);
  return result;
}

}  // namespace gridlock::prover::testing
