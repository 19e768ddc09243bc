// Two searches for the items that a property needs, independent of what the items are.
#pragma once

#include <functional>
#include <set>
#include <vector>

namespace gridlock::minimizer {

// Returns whether the property still holds without `dropped`. `likely`: possible next questions.
using Without = std::set<int>;
using HoldsWithout =
    std::function<bool(const Without& dropped, const std::vector<Without>& likely)>;

// Returns the items of `count` that are not in `some`.
Without complement(const Without& some, int count);

// Returns a smallest set of `count` items, numbered from 0, that the property needs: it is lost
// without any one of them. The property holds with all items and is lost with none. By DropSearch:
// with k of n needed, about k·log2(n/k) questions.
Without smallest(int count, const HoldsWithout& holds);

// Returns the first of `passes` + 1 … `fails` that fails, by bisection. `passes` does not fail, and
// `fails` does.
int first_failing(int passes, int fails, const std::function<bool(int)>& failing);

}  // namespace gridlock::minimizer
