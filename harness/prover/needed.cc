#include "harness/prover/needed.h"

#include <bit>

namespace gridlock::prover {
namespace {

// Returns the parent of a place in a binomial tree. A member sends the data to the places that
// differ from its own by one higher bit.
std::size_t parent_of(std::size_t place) {
  return place - std::bit_floor(place);
}

std::vector<std::size_t> of_tree(std::size_t place, std::size_t size) {
  std::vector<std::size_t> result;
  for (std::size_t above = place; above != 0;) result.push_back(above = parent_of(above));
  for (std::size_t bit = place == 0 ? 1 : 2 * std::bit_floor(place); place + bit < size; bit *= 2) {
    result.push_back(place + bit);
  }
  return result;
}

}  // namespace

bool needs_all_members(Needs needs, std::size_t place) {
  const bool at_root = place == 0 && (needs == Needs::kFromAll || needs == Needs::kStar);
  return needs == Needs::kAll || at_root;
}

std::vector<std::size_t> needed_places(Needs needs, std::size_t place, std::size_t size) {
  if (needs == Needs::kTree) return of_tree(place, size);
  const bool root_alone = needs == Needs::kRoot || needs == Needs::kStar;
  return root_alone && place != 0 ? std::vector<std::size_t>{0} : std::vector<std::size_t>{};
}

}  // namespace gridlock::prover
