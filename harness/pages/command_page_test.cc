#include "harness/pages/command_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::pages {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

arguments::CommandManual train() {
  return {.name = "gridlock train",
          .synopsis = "gridlock train [OPTIONS] CELL",
          .about = "Train\na cell\n\n  gridlock train CELL\n  gridlock train",
          .options = {{.names = "CELL", .about = "Its id", .fallback = "", .required = true},
                      {.names = "--jobs N", .about = "Side by side", .fallback = "1"},
                      {.names = "--keep N", .about = "How many", .fallback = "", .required = true}},
          .commands = {}};
}

arguments::CommandManual golden() {
  return {.name = "gridlock golden",
          .synopsis = "gridlock golden SUBCOMMAND",
          .about = "Numbers",
          .options = {},
          .commands = {{.name = "gridlock golden diff",
                        .synopsis = "gridlock golden diff",
                        .about = "Compare.\n\nExit code 1 where they differ.",
                        .options = {},
                        .commands = {}}}};
}

std::string gridlock_page() {
  return command_page({.name = "gridlock",
                       .synopsis = "gridlock SUBCOMMAND",
                       .about = "Trains a grid.",
                       .options = {},
                       .commands = {train(), golden()}});
}

TEST(CommandPage, HasTheSynopsisTheMeaningAndTheOptions) {
  EXPECT_THAT(gridlock_page(),
              HasSubstr("## gridlock train\n\n```\ngridlock train [OPTIONS] CELL\n```\n\n"
                        "Train a cell.\n\n"
                        "```\ngridlock train CELL\ngridlock train\n```\n\n"
                        "| option | meaning | default |\n|---|---|---|\n"
                        "| `CELL` | Its id | |\n"
                        "| `--jobs N` | Side by side | `1` |\n"
                        "| `--keep N` | How many | required |\n\n"
                        "Exit codes: [those of all commands](#commands).\n\n"));
}

TEST(CommandPage, ListsTheCommandsAndThoseOfCommands) {
  EXPECT_THAT(gridlock_page(), HasSubstr("| [train](#gridlock-train) | Train a cell |\n"
                                         "| [golden](#gridlock-golden) | Numbers |\n"));
  EXPECT_THAT(gridlock_page(), HasSubstr("\n### gridlock golden diff\n"));
}

TEST(CommandPage, ExitCodesOfACommandStandForThemselves) {
  EXPECT_THAT(gridlock_page(), HasSubstr("Compare.\n\nExit code 1 where they differ.\n"));
  EXPECT_THAT(gridlock_page(), Not(HasSubstr("differ.\n\nExit codes")));
}

}  // namespace
}  // namespace gridlock::pages
