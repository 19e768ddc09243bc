// Tests that docs/exit-codes.md agrees with the tables in the code.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "harness/exec/options.h"
#include "harness/process/exit_code.h"
#include "harness/process/files.h"
#include "harness/verdict/verdict.h"

namespace gridlock::cli {
namespace {

using ::testing::HasSubstr;

std::string page() {
  return process::read_text(GRIDLOCK_ROOT "/docs/exit-codes.md");
}

// Returns the row of the table whose first cell is `first`, or "" if there is none.
std::string row_of(const std::string& first) {
  std::istringstream lines(page());
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| " + first + " |")) return line;
  }
  return "";
}

TEST(ExitCodesPage, HasEachVerdictAndWhetherItFailsARun) {
  for (const verdict::VerdictRow& verdict : verdict::kVerdicts) {
    const std::string row = row_of(fmt::format("`{}`", verdict.name));
    ASSERT_NE(row, "") << verdict.name;
    EXPECT_EQ(row.ends_with("| yes |"), verdict.fails_run()) << row;
  }
}

TEST(ExitCodesPage, HasEachExitCode) {
  using process::ExitCode;
  for (const int code : {+ExitCode::kExpected, +ExitCode::kUnexpected, +ExitCode::kBadInput,
                         +ExitCode::kEnvironment, +ExitCode::kInterrupted}) {
    EXPECT_NE(row_of(std::to_string(code)), "") << code;
  }
  EXPECT_THAT(row_of(std::to_string(exec::kDeadlock)), HasSubstr("proved deadlock"));
  EXPECT_THAT(row_of(std::to_string(exec::kStall)), HasSubstr("stall"));
  EXPECT_THAT(row_of(std::to_string(exec::kTimeout)), HasSubstr("timeout"));
  EXPECT_THAT(row_of(std::to_string(exec::kLikely)), HasSubstr("likely deadlock"));
  EXPECT_THAT(row_of(std::to_string(exec::kDesync)), HasSubstr("do not match"));
}

}  // namespace
}  // namespace gridlock::cli
