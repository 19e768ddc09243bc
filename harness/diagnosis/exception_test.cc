#include "harness/diagnosis/exception.h"

#include <gtest/gtest.h>

namespace gridlock::diagnosis {
namespace {

TEST(Exception, IsItsTypeAndItsMessage) {
  EXPECT_EQ(exception_type("torch._dynamo.exc.Unsupported: no"), "Unsupported");
  EXPECT_EQ(exception_message("torch._dynamo.exc.Unsupported: no"), "no");
  EXPECT_EQ(exception_type("KeyboardInterrupt"), "KeyboardInterrupt");
  EXPECT_EQ(exception_message("KeyboardInterrupt"), "");
  EXPECT_EQ(exception_type("no colon"), "");
  EXPECT_EQ(exception_message("no colon"), "no colon");
}

}  // namespace
}  // namespace gridlock::diagnosis
