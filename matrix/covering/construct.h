// Constructs arrays by algebra, for problems without constraints in which every factor always
// applies. If factors have many values, such arrays have fewer rows than greedy arrays: 49 instead
// of 66 for 8 factors of 7 levels (written 7^8), 91 instead of 113 for 7^40, and 125 instead of 155
// for 5^6 at strength 3. For factors with two levels, greedy arrays are as small.
//
// - Orthogonal arrays over GF(q), q^t rows for up to q+1 factors of q levels: Bush, "Orthogonal
//   arrays of index unity", Annals of Mathematical Statistics 23, 1952.
// - Products of arrays, for strength 2. A product extends k factors to k·q+1 factors and adds q² -
//   q rows: Stevens and Mendelsohn, "New recursive methods for transversal covers", Journal of
//   Combinatorial Designs 7, 1999. For example, two arrays 3^4 of 9 rows give an array 3^13 of 15
//   rows.
// - Cyclic arrays grown from one row, for strength 2: see starter.h.
#pragma once

#include <vector>

#include "matrix/covering/problem.h"

namespace gridlock::matrix::covering {

// Returns arrays to start from, in ascending order of row count. Entries that the construction
// leaves open are kFree. If a factor has only open entries, the array does not cover the tuples
// that contain this factor.
std::vector<std::vector<Row>> constructions(const std::vector<int>& levels, int strength);

// Returns an array of q^strength rows and q+1 columns. q is a prime power, and strength is at most
// q.
std::vector<Row> orthogonal_array(int q, int strength);

// Returns an array with at least `columns` columns of q levels, of strength 2; q is a prime power.
std::vector<Row> product_array(int q, int columns);

}  // namespace gridlock::matrix::covering
