// Two searches for the items that a property needs. The searches do not depend on the kind of the
// items.
#pragma once

#include <functional>
#include <set>
#include <vector>

namespace gridlock::minimizer {

// `HoldsWithout` returns whether the property still holds without the items `dropped`. `likely` are
// possible next questions.
using Without = std::set<int>;
using HoldsWithout =
    std::function<bool(const Without& dropped, const std::vector<Without>& likely)>;

// Returns the items 0 … `count` - 1 that are not in `some`.
Without complement(const Without& some, int count);

// Returns a smallest set of items that the property needs: without any one of them, the property is
// lost. The `count` items are numbered from 0. The property must hold with all items and be lost
// with none. DropSearch makes this cheap: with k of n items needed, it asks about k·log2(n/k)
// questions.
Without smallest(int count, const HoldsWithout& holds);

// Returns the first number in `passes` + 1 … `fails` for which `failing` returns true. Bisects,
// because `failing` is false for `passes` and true for `fails`.
int first_failing(int passes, int fails, const std::function<bool(int)>& failing);

}  // namespace gridlock::minimizer
