#include "harness/text/path.h"

#include <gtest/gtest.h>

namespace gridlock::text {
namespace {

namespace fs = std::filesystem;

TEST(ShownPath, IsShortInTheWorkingFolderOnly) {
  EXPECT_EQ(shown_path(fs::current_path() / "runs/default"), "runs/default");
  EXPECT_EQ(shown_path("runs/default"), "runs/default");
  EXPECT_EQ(shown_path(fs::current_path()), ".");
  EXPECT_EQ(shown_path("/nowhere/else/../runs"), "/nowhere/runs");
}

}  // namespace
}  // namespace gridlock::text
