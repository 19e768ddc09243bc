#include "harness/arguments/manual.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/arguments/command.h"

namespace gridlock::arguments {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names_of(const CommandManual& manual) {
  std::vector<std::string> names;
  for (const OptionManual& option : manual.options) names.push_back(option.names);
  return names;
}

TEST(Manual, HasTheOptionsOfACommandAsHelpPrintsThem) {
  const Program program("about", "gridlock");
  const Command train = program.subcommand("train", "Train\n\n  gridlock train CELL");
  int jobs = 4;
  std::string cell, matrix, secret;
  bool dry = false;
  std::vector<std::string> folders;
  train.option("-j,--jobs", jobs, "Side by side").show_default();
  train.option("cell", cell, "Its id").type_name("CELL").required();
  train.option("matrix,--matrix", matrix, "A file").type_name("FILE");
  train.option("--cases", folders, "Folders").type_name("DIR").one_value_each_time();
  train.option("--secret", secret).hidden();
  train.flag("--dry-run", dry, "Train nothing");

  const CommandManual manual = manual_of(program).commands.at(0);
  EXPECT_EQ(manual.name, "gridlock train");
  EXPECT_EQ(manual.synopsis, "gridlock train [OPTIONS] CELL [FILE]");
  EXPECT_EQ(manual.about, "Train\n\n  gridlock train CELL");
  EXPECT_THAT(names_of(manual), ElementsAre("CELL", "FILE, --matrix FILE", "-j, --jobs N",
                                            "--cases DIR ...", "--dry-run"));
  EXPECT_EQ(manual.options[0].about, "Its id");
  EXPECT_TRUE(manual.options[0].required);
  EXPECT_EQ(manual.options[2].fallback, "4");
  EXPECT_EQ(manual.options[4].fallback, "");
  EXPECT_THAT(manual.commands, IsEmpty());
}

TEST(Manual, HasCommandsOfCommandsAndWhatFollowsTheOptions) {
  const Program program("about", "gridlock");
  const Command golden = program.subcommand("golden", "Numbers");
  golden.require_subcommand();
  golden.subcommand("record", "Write them").keep_rest("SCRIPT [ARGS…]");
  const CommandManual manual = manual_of(program).commands.at(0);
  EXPECT_EQ(manual.synopsis, "gridlock golden [OPTIONS] SUBCOMMAND");
  EXPECT_EQ(manual.commands.at(0).synopsis, "gridlock golden record [OPTIONS] SCRIPT [ARGS…]");
}

}  // namespace
}  // namespace gridlock::arguments
