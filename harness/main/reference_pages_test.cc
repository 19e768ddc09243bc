#include "harness/main/reference_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "harness/process/files.h"

namespace gridlock {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Returns text about the first line that differs, such as "line 3: 'text of the file', but now
// 'text from the code'". Returns "" if the texts are equal.
std::string first_difference(const std::string& file, const std::string& code) {
  std::istringstream lines_of_file(file), lines_of_code(code);
  for (int number = 1;; ++number) {
    std::string left, right;
    const bool left_ends = !std::getline(lines_of_file, left);
    const bool right_ends = !std::getline(lines_of_code, right);
    if (left != right || left_ends != right_ends)
      return "line " + std::to_string(number) + ": '" + left + "', but now '" + right + "'";
    if (left_ends) return file == code ? "" : "the end of the last line";
  }
}

// The failure message contains the command to run, such as "docs/cli.md is stale: ./gridlock pages
// cli > docs/cli.md".
TEST(ReferencePages, AreCommittedAsTheCodeSays) {
  for (const std::string& name : reference_page_names()) {
    const std::string path = "docs/" + name + ".md";
    const std::string page = process::read_text(GRIDLOCK_ROOT "/" + path);
    EXPECT_EQ(first_difference(page, reference_page(name)), "")
        << path << " is stale: ./gridlock pages " << name << " > " << path;
  }
}

TEST(ReferencePages, HaveTheCommandsOfEachProgram) {
  const std::string page = reference_page("cli");
  for (const char* heading : {"## gridlock exec\n", "## gridlock minimize\n", "## gridlock bench\n",
                              "### gridlock golden record\n", "## gridlock pages\n"}) {
    EXPECT_THAT(page, HasSubstr(heading));
  }
}

TEST(ReferencePages, DescribeEachFieldAndKey) {
  EXPECT_THAT(reference_page("results-schema"), Not(HasSubstr(" | |\n")));
  EXPECT_THAT(reference_page("matrix-keys"), Not(HasSubstr("| | |\n")));
}

TEST(FirstDifference, IsFound) {
  EXPECT_EQ(first_difference("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(first_difference("a\nb\n", "a\nc\n"), "line 2: 'b', but now 'c'");
  EXPECT_EQ(first_difference("a\n", "a\nc\n"), "line 2: '', but now 'c'");
  EXPECT_EQ(first_difference("a", "a\n"), "the end of the last line");
}

}  // namespace
}  // namespace gridlock
