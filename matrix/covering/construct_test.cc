#include "matrix/covering/construct.h"

#include <gtest/gtest.h>

#include <set>

#include "matrix/covering/field.h"
#include "matrix/covering/starter.h"
#include "matrix/covering/tuples.h"

namespace gridlock::matrix::covering {
namespace {

std::size_t distinct_tuples(const std::vector<Row>& rows, int levels, int strength) {
  const Tuples tuples(std::vector<int>(rows[0].size(), levels), strength);
  std::set<std::uint32_t> seen;
  for (const Row& row : rows)
    for (const Block& block : tuples.blocks()) seen.insert(block.tuple_of(row));
  return seen.size();
}

std::size_t all_tuples(std::size_t columns, int levels, int strength) {
  return Tuples(std::vector<int>(columns, levels), strength).size();
}

TEST(Field, EveryElementButZeroHasAnInverse) {
  for (int q : {2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 32}) {
    const Field field(q);
    for (int a = 1; a < q; ++a) {
      std::set<int> products;
      for (int b = 0; b < q; ++b) products.insert(field.multiply(a, b));
      EXPECT_EQ(products.size(), static_cast<std::size_t>(q)) << "GF(" << q << ")";
    }
  }
}

TEST(Field, MultiplicationDistributesOverAddition) {
  const Field field(9);
  for (int a = 0; a < 9; ++a)
    for (int b = 0; b < 9; ++b)
      for (int c = 0; c < 9; ++c)
        EXPECT_EQ(field.multiply(a, field.add(b, c)),
                  field.add(field.multiply(a, b), field.multiply(a, c)));
}

TEST(Construct, OrthogonalArraysHoldEveryTupleOnce) {
  for (int q : {2, 3, 4, 5, 8, 9})
    for (int strength : {2, 3}) {
      if (strength > q) continue;
      const auto rows = orthogonal_array(q, strength);
      EXPECT_EQ(rows[0].size(), static_cast<std::size_t>(q + 1));
      EXPECT_EQ(distinct_tuples(rows, q, strength), all_tuples(q + 1, q, strength));
    }
}

TEST(Construct, TheProductWidensAnArrayForFewRows) {
  for (int q : {2, 3, 4}) {
    const auto rows = product_array(q, q * (q + 1) + 1);
    EXPECT_EQ(rows.size(), static_cast<std::size_t>(q * q + q * q - q));
    EXPECT_EQ(distinct_tuples(rows, q, 2), all_tuples(rows[0].size(), q, 2));
  }
}

TEST(Construct, CyclicArraysHoldEveryPair) {
  const auto rows = cyclic_array(24, 6, 200);
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(distinct_tuples(rows, 6, 2), all_tuples(24, 6, 2));
}

}  // namespace
}  // namespace gridlock::matrix::covering
