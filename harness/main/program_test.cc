#include "harness/main/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"

namespace gridlock {
namespace {

using ::testing::HasSubstr;

bool ran = false;

void add_train(const arguments::Command& app, int&) {
  const arguments::Command command = app.subcommand("train", "Train a script");
  command.keep_rest("SCRIPT [ARGS…]");
  command.action([] { ran = true; });
}

void add_numbers(const arguments::Command& app, int&) {
  app.subcommand("numbers", "Numbers").subcommand("record", "Write them");
}

struct Result {
  int exit_code = 0;
  std::string out, err;
};

Result run(std::vector<std::string> words) {
  constexpr std::array<AddCommand, 3> kCommands = {add_train, add_numbers, cli::add_help};
  words.insert(words.begin(), "gridlock");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Result result;
  result.exit_code = run_program(kCommands, {}, static_cast<int>(argv.size()), argv.data());
  result.out = testing::internal::GetCapturedStdout();
  result.err = testing::internal::GetCapturedStderr();
  return result;
}

TEST(Program, HelpListsCommandsAndTopics) {
  for (const auto& words : {std::vector<std::string>{}, {"help"}, {"--help"}}) {
    const Result result = run(words);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, HasSubstr("\n  train "));
    EXPECT_THAT(result.out, HasSubstr("\n  hang "));
  }
}

TEST(Program, HelpOfACommandIsThatOfTheInnermostOneAndRunsNothing) {
  ran = false;
  EXPECT_THAT(run({"help", "train"}).out, HasSubstr("Usage: gridlock train"));
  EXPECT_THAT(run({"help", "train", "a.py"}).out, HasSubstr("Usage: gridlock train"));
  EXPECT_FALSE(ran);
  EXPECT_THAT(run({"help", "numbers", "record"}).out, HasSubstr("Usage: gridlock numbers record"));
  EXPECT_THAT(run({"help", "help"}).out, HasSubstr("Usage: gridlock help"));
}

TEST(Program, HelpOfATopicIsItsPage) {
  const Result result = run({"help", "exit-codes"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, ::testing::StartsWith("# Exit codes and verdicts\n"));
}

TEST(Program, HelpOfAnUnknownWordIsBadInput) {
  const Result result = run({"help", "trian"});
  EXPECT_EQ(result.exit_code, cli::kBadInput);
  EXPECT_EQ(result.err,
            "gridlock: no command or topic trian (did you mean 'train'?); see gridlock help\n");
  EXPECT_EQ(result.out, "");
}

}  // namespace
}  // namespace gridlock
