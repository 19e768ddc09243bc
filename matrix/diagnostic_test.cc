#include "matrix/diagnostic.h"

#include <gtest/gtest.h>

#include "matrix/value.h"

namespace gridlock::matrix {
namespace {

TEST(Diagnostic, MessageStartsWithThePlace) {
  EXPECT_STREQ(InputError({"a.toml", 3, 7}, "wrong").what(), "a.toml:3:7: wrong");
  EXPECT_STREQ(InputError({"a.toml", 0, 0}, "wrong").what(), "a.toml: wrong");
  EXPECT_STREQ(InputError("wrong").what(), "wrong");
}

TEST(Value, TextReadsBack) {
  for (const Value& value : {Value(true), Value(false), Value(32), Value("fp32")}) {
    EXPECT_EQ(parse_value(to_string(value)), value);
  }
  EXPECT_EQ(parse_value("32x"), Value("32x"));
  EXPECT_EQ(parse_value(""), Value(""));
}

}  // namespace
}  // namespace gridlock::matrix
