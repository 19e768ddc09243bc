// Two searches for what a property needs, which know nothing of what they ask about.
#pragma once

#include <functional>
#include <set>
#include <vector>

namespace gridlock::minimizer {

// Whether the property still holds without these. `likely`: what may be asked about next.
using Without = std::set<int>;
using HoldsWithout =
    std::function<bool(const Without& dropped, const std::vector<Without>& likely)>;

// Those of `count` items that are not among `some`.
Without complement(const Without& some, int count);

// Of `count` items, numbered from 0, a smallest set without any of which the property is lost; it
// holds with all of them and not without any. By DropSearch: with k of n needed, about k·log2(n/k)
// questions.
Without smallest(int count, const HoldsWithout& holds);

// The first of `passes` + 1 … `fails` that fails, where `passes` does not and `fails` does, by
// bisection.
int first_failing(int passes, int fails, const std::function<bool(int)>& failing);

}  // namespace gridlock::minimizer
