#include "harness/cli/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<std::string> kCommands = {"run", "exec", "minimize"};

std::string refusal_of(const std::string& topic) {
  try {
    topic_text(topic, kCommands);
  } catch (const matrix::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Help, PrintsAPageByItsName) {
  EXPECT_THAT(topic_text("hang", kCommands), StartsWith("# A hang on your desk\n"));
  EXPECT_EQ(topic_text("hang.md", kCommands), topic_text("hang", kCommands));
}

TEST(Help, EachPageIsATopicWithItsTitle) {
  const std::string text = topics_text(kCommands);
  for (const char* line : {"\n  exit-codes                  Exit codes and verdicts",
                           "\n  hang                        A hang",
                           "\n  matrix                      Matrices and cases"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(Help, ACommandsNameIsTheCommand) {
  EXPECT_THAT(topics_text(kCommands), HasSubstr("\n  minimize.md  "));
}

TEST(Help, AnUnknownTopicIsRefusedWithTheNearestName) {
  EXPECT_EQ(refusal_of("hnag"),
            "no command or topic hnag (did you mean 'hang'?); see gridlock help");
  EXPECT_EQ(refusal_of("exce"),
            "no command or topic exce (did you mean 'exec'?); see gridlock help");
  EXPECT_EQ(refusal_of("../README"), "no command or topic ../README; see gridlock help");
}

TEST(Help, TheTopicsEndTheHelpOfTheProgram) {
  const arguments::Program program("about", "gridlock");
  int exit_code = 0;
  add_help(program, exit_code);
  testing::internal::CaptureStdout();
  EXPECT_EQ(program.parse({"--help"}), arguments::Parsed::kHelped);
  EXPECT_THAT(testing::internal::GetCapturedStdout(),
              HasSubstr(topics_text(program.command_names())));
}

}  // namespace
}  // namespace gridlock::cli
