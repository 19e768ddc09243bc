#include <algorithm>

#include "minimizer/testing/baselines.h"

namespace gridlock::minimizer::testing {
namespace {

using Items = std::vector<int>;

// Returns all of `of` that are not in `items`; both are sorted.
Items all_but(const Items& of, const Items& items) {
  Items rest;
  std::ranges::set_difference(of, items, std::back_inserter(rest));
  return rest;
}

std::vector<Items> split(const Items& items, std::size_t parts) {
  std::vector<Items> chunks;
  for (std::size_t i = 0; i < parts; ++i)
    chunks.emplace_back(items.begin() + items.size() * i / parts,
                        items.begin() + items.size() * (i + 1) / parts);
  return chunks;
}

}  // namespace

Items ddmin(const Items& items, const StillFails& test) {
  if (items.empty() || test(items)) return {};
  Items current = items;
  std::size_t parts = 2;
  while (current.size() >= 2) {
    const std::vector<Items> chunks = split(current, parts);
    const auto subset =
        std::ranges::find_if(chunks, [&](const Items& c) { return test(all_but(items, c)); });
    if (subset != chunks.end()) {
      current = *subset;
      parts = 2;
      continue;
    }
    const auto complement = std::ranges::find_if(
        chunks, [&](const Items& chunk) { return test(all_but(items, all_but(current, chunk))); });
    if (complement != chunks.end()) {
      current = all_but(current, *complement);
      parts = std::min(std::max<std::size_t>(parts - 1, 2), current.size());
    } else if (parts < current.size()) {
      parts = std::min(2 * parts, current.size());
    } else {
      break;
    }
  }
  return current;
}

}  // namespace gridlock::minimizer::testing
