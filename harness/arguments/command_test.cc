#include "harness/arguments/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::arguments {
namespace {

TEST(Arguments, AnActionRunsWithItsOptions) {
  const Program program("about");
  const Command train = program.subcommand("train", "Train");
  int jobs = 1, seen = 0;
  train.option("--jobs", jobs, "Side by side").range(1, 8);
  train.action([&] { seen = jobs; });
  EXPECT_EQ(program.parse({"train", "--jobs", "4"}), Parsed::kDone);
  EXPECT_EQ(seen, 4);
  EXPECT_TRUE(train.chosen());
  EXPECT_TRUE(train.given("--jobs"));
}

TEST(Arguments, WhatAnOptionDoesNotTakeIsRefused) {
  const Program program("about");
  int jobs = 1;
  std::string tier, either;
  program.option("--jobs", jobs).range(1, 8);
  program.option("--tier", tier).one_of({"fork", "warm"});
  program.option("--either", either).one_of_or_range({"auto"}, 1, 8);
  EXPECT_EQ(program.parse({"--jobs", "9"}), Parsed::kRefused);
  EXPECT_EQ(program.parse({"--tier", "hot"}), Parsed::kRefused);
  EXPECT_EQ(program.parse({"--either", "none"}), Parsed::kRefused);
  EXPECT_EQ(program.parse({"--unknown"}), Parsed::kRefused);
  EXPECT_EQ(program.parse({"--either", "auto", "--tier", "warm"}), Parsed::kDone);
}

std::string refusal(const Program& program, const std::vector<std::string>& words) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(program.parse(words), Parsed::kRefused);
  return testing::internal::GetCapturedStderr();
}

TEST(Arguments, ARefusalSaysWhatIsExpectedAndTheNearestName) {
  const Program program("about", "gridlock");
  program.require_subcommand();
  const Command train = program.subcommand("train", "Train");
  int jobs = 1;
  std::string tier, either;
  train.option("--jobs", jobs).positive();
  train.option("--tier", tier).one_of({"fork", "warm", "cold"});
  train.option("--either", either).one_of_or_range({"auto"}, 1, 8);
  EXPECT_EQ(refusal(program, {"trian"}),
            "gridlock: no command trian (did you mean 'train'?); see gridlock --help\n");
  EXPECT_EQ(refusal(program, {"trian", "-n", "3"}),
            "gridlock: no command trian (did you mean 'train'?); see gridlock --help\n");
  EXPECT_EQ(refusal(program, {"train", "--job", "3"}),
            "gridlock: unknown option --job (did you mean '--jobs'?); see gridlock train --help\n");
  EXPECT_EQ(refusal(program, {"train", "--jobs", "abc"}),
            "gridlock: --jobs: expected a positive number, not 'abc'\n");
  EXPECT_EQ(refusal(program, {"train", "--tier", "warn"}),
            "gridlock: --tier: expected fork, warm or cold, not 'warn' (did you mean 'warm'?)\n");
  EXPECT_EQ(refusal(program, {"train", "--either", "9"}),
            "gridlock: --either: expected auto or a number from 1 to 8, not '9'\n");
}

TEST(Arguments, ACommandOfACommandIsNamedWhereItIsMissedOrMissing) {
  const Program program("about", "gridlock");
  program.require_subcommand();
  const Command make = program.subcommand("new", "Write a skeleton");
  make.require_subcommand();
  make.subcommand("case", "A case");
  make.subcommand("matrix", "A matrix");
  EXPECT_EQ(refusal(program, {"new", "cse"}),
            "gridlock: no command cse (did you mean 'case'?); see gridlock new --help\n");
  EXPECT_EQ(refusal(program, {"new"}),
            "gridlock: gridlock new takes a command: case or matrix; see gridlock new --help\n");
}

TEST(Arguments, HelpAndVersionAreNoMistake) {
  const Program program("about");
  program.version("1.0");
  program.require_subcommand();
  program.subcommand("train", "Train");
  EXPECT_EQ(program.parse({"--help"}), Parsed::kHelped);
  EXPECT_EQ(program.parse({"--version"}), Parsed::kHelped);
  EXPECT_EQ(program.parse({}), Parsed::kRefused);
}

std::string help(const Program& program, const std::vector<std::string>& words) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(program.parse(words), Parsed::kHelped);
  return testing::internal::GetCapturedStdout();
}

TEST(Arguments, HelpNamesWhatFollowsTheOptions) {
  const Program program("about", "gridlock");
  std::string cell;
  const Command exec = program.subcommand("exec", "Run a script\n\n  gridlock exec train.py");
  exec.keep_rest("SCRIPT [ARGS…]");
  program.subcommand("explain", "Show").option("cell", cell, "Its id").type_name("CELL").required();
  EXPECT_THAT(help(program, {"exec", "--help"}),
              testing::HasSubstr("\n\nUsage: gridlock exec [OPTIONS] SCRIPT [ARGS…]\n"));
  EXPECT_THAT(help(program, {"explain", "--help"}),
              testing::AllOf(testing::HasSubstr("Usage: gridlock explain [OPTIONS] CELL\n"),
                             testing::HasSubstr("  CELL                        Its id\n")));
  EXPECT_THAT(help(program, {"--help"}),
              testing::AllOf(testing::HasSubstr("Run a script\n"),
                             testing::Not(testing::HasSubstr("train.py"))));
}

TEST(Arguments, AFooterEndsTheHelpOfTheProgramAlone) {
  const Program program("about", "gridlock");
  program.footer([] { return std::string("Topics: hang"); });
  program.subcommand("train", "Train");
  EXPECT_THAT(help(program, {"--help"}), testing::HasSubstr("\n\nTopics: hang\n"));
  EXPECT_THAT(help(program, {"train", "--help"}), testing::Not(testing::HasSubstr("Topics")));
  EXPECT_THAT(program.command_names(), testing::ElementsAre("train"));
}

// `gridlock help exec SCRIPT` must not run the script.
TEST(Arguments, HelpBeforeACommandIsThatOfTheInnermostOne) {
  const Program program("about", "gridlock");
  const Command exec = program.subcommand("exec", "Run");
  bool ran = false;
  exec.keep_rest("SCRIPT");
  exec.action([&] { ran = true; });
  program.subcommand("golden", "Numbers").subcommand("record", "Write them");
  EXPECT_THAT(help(program, {"--help", "exec", "train.py"}), testing::HasSubstr("gridlock exec"));
  EXPECT_FALSE(ran);
  EXPECT_THAT(help(program, {"--help", "golden", "record"}), testing::HasSubstr("Write them"));
}

TEST(Arguments, TheRestIsKeptAsItIs) {
  const Program program("about");
  const Command exec = program.subcommand("exec", "Run");
  int ranks = 0;
  exec.option("-n", ranks);
  exec.keep_rest("SCRIPT [ARGS…]");
  EXPECT_EQ(program.parse({"exec", "-n", "2", "train.py", "--lr", "0.1"}), Parsed::kDone);
  EXPECT_EQ(ranks, 2);
  EXPECT_THAT(exec.rest(), testing::ElementsAre("train.py", "--lr", "0.1"));
}

}  // namespace
}  // namespace gridlock::arguments
