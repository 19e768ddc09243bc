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

TEST(LastPart, IsWhatFollowsTheLastSlash) {
  EXPECT_EQ(last_part("/home/user/case.py"), "case.py");
  EXPECT_EQ(last_part("case.py"), "case.py");
  EXPECT_EQ(last_part("cases/"), "");
}

}  // namespace
}  // namespace gridlock::text
