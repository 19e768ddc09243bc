// Arrays known from algebra, for problems without constraints where every factor applies. They pay
// for many values: 7^8 takes 49 rows instead of 66, 7^40 91 instead of 113, 5^6 of strength 3 125
// instead of 155. For two levels the greedy start is as good.
//
// - Orthogonal arrays over GF(q), q^t rows for up to q+1 factors of q levels: Bush, "Orthogonal
//   arrays of index unity", Annals of Mathematical Statistics 23, 1952.
// - From k to k·q+1 factors with q² - q more rows, for strength 2: Stevens and Mendelsohn, "New
//   recursive methods for transversal covers", Journal of Combinatorial Designs 7, 1999. It makes
//   3^13 with 15 rows out of two 3^4 with 9.
// - Cyclic arrays grown from one row, for strength 2: see starter.h.
#pragma once

#include <vector>

#include "matrix/covering/problem.h"

namespace gridlock::matrix::covering {

// Arrays to start from, fewest rows first. Entries that the construction leaves open are kFree;
// where some of the factors are all open, the array covers the pairs of the others only.
std::vector<std::vector<Row>> constructions(const std::vector<int>& levels, int strength);

// q^strength rows, q+1 columns; strength is at most q, which is a prime power.
std::vector<Row> orthogonal_array(int q, int strength);

// At least `columns` columns of q levels, strength 2; q is a prime power.
std::vector<Row> product_array(int q, int columns);

}  // namespace gridlock::matrix::covering
