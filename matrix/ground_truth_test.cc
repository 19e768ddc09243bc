#include "matrix/ground_truth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "matrix/test_files.h"

namespace gridlock::matrix {
namespace {

using testing::HasSubstr;

constexpr const char* kRows =
    "[[truth]]\nwhen = 'cp > 1 & layers = 3'\nis = 'deadlock'\nbecause = 'b'\n"
    "[[truth]]\nwhen = 'cp > 1'\nis = 'pass'\nbecause = 'b'\n";

Case the_case(TestFiles& files, const std::string& text) {
  files.write("cases/odd/case.toml", "name = 'odd'\ndescription = 'd'\n");
  files.write("cases/odd/truth.toml", text);
  return load_case(files.cases() / "odd");
}

std::string error(const std::string& text, const Choice& choice) {
  TestFiles files;
  const Case odd = the_case(files, text);
  try {
    GroundTruth(odd, {"pass", "deadlock"}).of(make_cell(odd.schema, choice));
  } catch (const InputError& problem) {
    return problem.what();
  }
  return "";
}

TEST(GroundTruth, IsThatOfTheFirstRowThatHolds) {
  TestFiles files;
  const Case odd = the_case(files, kRows);
  const GroundTruth ground_truth(odd);
  EXPECT_EQ(ground_truth.of(make_cell(odd.schema, {{"cp", 2}})).is, "pass");
  EXPECT_EQ(ground_truth.of(make_cell(odd.schema, {{"cp", 2}, {"layers", 3}})).is, "deadlock");
}

TEST(GroundTruth, MistakesAreNamed) {
  EXPECT_EQ(error(kRows, {{"cp", 2}}), "");
  EXPECT_THAT(error(kRows, {{"cp", 1}}), HasSubstr("no row of the file holds for odd/"));
  EXPECT_THAT(error("[[truth]]\nwhen = 'cp = 1'\nis = 'deadlok'\nbecause = 'b'\n", {}),
              HasSubstr("did you mean 'deadlock'"));
  EXPECT_THAT(error("[[truth]]\nwhen = 'cq = 1'\nis = 'pass'\nbecause = 'b'\n", {}),
              HasSubstr("truth.toml:2"));
}

}  // namespace
}  // namespace gridlock::matrix
