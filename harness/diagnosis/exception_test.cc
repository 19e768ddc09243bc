#include "harness/diagnosis/exception.h"

#include <gtest/gtest.h>

namespace gridlock::diagnosis {
namespace {

const Frame kLoad{"Loader.load_batch", "/home/me/train.py", 38};
const Frame kLoss{"cross_entropy", "/venv/lib/python3.11/site-packages/torch/nn/functional.py", 9};

TEST(Exception, IsToldWithTheUsersLineNotTorchs) {
  const Exception exception{"IndexError: Target 4 is out of bounds.", {kLoad, kLoss}};
  EXPECT_EQ(exception_words(exception), "IndexError: Target 4 is out of bounds at train.py:38");
  EXPECT_EQ(exception_words({"KeyboardInterrupt", {}}), "KeyboardInterrupt");
}

TEST(Exception, HasNoPlaceWhereOnlyGridlocksOwnCodeRaised) {
  const Frame mine{"load", "/home/me/gridlock/harness/rank/gridlock/case.py", 19};
  EXPECT_EQ(exception_words({"FileNotFoundError: case.py", {mine}}), "FileNotFoundError: case.py");
  EXPECT_EQ(exception_words({"NameError: x", {kLoad, mine}}), "NameError: x at train.py:38");
}

TEST(Exception, TheSignatureHasItsTypeAndFunctionAndNothingThatVaries) {
  EXPECT_EQ(signature(Exception{"IndexError: Target 4", {kLoad, kLoss}}),
            "crash:raised:IndexError:load_batch");
  EXPECT_EQ(signature(Exception{"IndexError: Target 4", {kLoss}}), "crash:raised:IndexError");
}

}  // namespace
}  // namespace gridlock::diagnosis
