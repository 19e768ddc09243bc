#include "harness/trace/operation.h"

#include <gtest/gtest.h>

#include <set>

namespace gridlock::trace {
namespace {

TEST(Operations, EachHasOneRowAndANameOfItsOwn) {
  std::set<Op> ops;
  std::set<std::string> names;
  for (const Operation& row : kOperations) {
    EXPECT_TRUE(ops.insert(row.op).second) << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(describe(row.op), row.name);
    EXPECT_EQ(operation_named(row.name), &row);
  }
}

// The numbers of c10d::OpType have no gaps up to kAllreduceSparse, its last operation.
TEST(Operations, AllOfC10dAreThere) {
  for (int number = 0; number <= static_cast<int>(Op::kAllreduceSparse); ++number) {
    EXPECT_NE(row_of(static_cast<Op>(number)).op, Op::kUnknown) << number;
  }
}

TEST(Operations, ANumberWithoutARowIsDescribedByIt) {
  EXPECT_EQ(describe(static_cast<Op>(77)), "operation 77");
  EXPECT_EQ(operation_named("operation 77"), nullptr);
  EXPECT_EQ(operation_named(""), nullptr);
}

TEST(Operations, OnlySendsAndReceivesJoinTwo) {
  std::set<std::string> found;
  for (const Operation& row : kOperations) {
    if (row.point_to_point) found.insert(row.name);
  }
  EXPECT_EQ(found, (std::set<std::string>{"recv", "recv from any source", "send"}));
}

}  // namespace
}  // namespace gridlock::trace
