#include "harness/settings/changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::settings {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Snapshot snapshot(const std::string& torch, const Texts& config,
                  const std::vector<std::string>& set = {}) {
  return {{{"torch", torch}}, {}, config, set};
}

TEST(Changes, OfEqualSnapshotsAreNone) {
  const Snapshot one = snapshot("2.11.0", {{"dynamo.a", "1"}});
  EXPECT_THAT(changes(one, one), ElementsAre());
  EXPECT_EQ(describe({}), "");
}

TEST(Changes, OfOneTorchAreSettings) {
  EXPECT_THAT(changes(snapshot("2.11.0", {{"dynamo.a", "1"}, {"dynamo.b", "2"}}),
                      snapshot("2.11.0", {{"dynamo.a", "1"}, {"dynamo.b", "3"}})),
              ElementsAre(Change{Kind::kSetting, "config.dynamo.b", "2", "3"}));
}

TEST(Changes, OfAnotherTorchAreMovedDefaultsUnlessSomethingSetThem) {
  const Snapshot before =
      snapshot("2.10.0", {{"dynamo.a", "1"}, {"dynamo.b", "2"}, {"dynamo.old", "5"}}, {"dynamo.b"});
  const Snapshot after =
      snapshot("2.11.0", {{"dynamo.a", "4"}, {"dynamo.b", "3"}, {"dynamo.new", "6"}});
  EXPECT_THAT(changes(before, after),
              ElementsAre(Change{Kind::kFact, "torch", "2.10.0", "2.11.0"},
                          Change{Kind::kSetting, "config.dynamo.b", "2", "3"},
                          Change{Kind::kMovedDefault, "config.dynamo.a", "1", "4"},
                          Change{Kind::kGone, "config.dynamo.old", "5", std::nullopt},
                          Change{Kind::kNew, "config.dynamo.new", std::nullopt, "6"}));
}

TEST(Changes, TellAnEmptyVariableFromNone) {
  Snapshot before, after;
  after.environment["TORCH_LOGS"] = "";
  const auto found = changes(before, after);
  EXPECT_THAT(found, ElementsAre(Change{Kind::kVariable, "TORCH_LOGS", std::nullopt, ""}));
  EXPECT_EQ(describe(found), "Environment variables\n  TORCH_LOGS  not set -> empty\n");
}

TEST(Changes, OfLongListsAreTheirWords) {
  Snapshot before, after;
  std::string many;
  for (int i = 0; i < 30; ++i) many += "flag" + std::to_string(i) + " ";
  before.facts["CPU flags"] = many + "sse4a";
  after.facts["CPU flags"] = many + "avx512f amx";
  EXPECT_THAT(describe(changes(before, after)), HasSubstr("  CPU flags  +amx +avx512f -sse4a\n"));
}

TEST(Changes, AreListedUnderTheirKinds) {
  EXPECT_EQ(describe({{Kind::kFact, "torch", "2.10.0", "2.11.0"},
                      {Kind::kMovedDefault, "config.dynamo.a", "1", "4"},
                      {Kind::kNew, "config.dynamo.new", std::nullopt, "6"}}),
            "Versions and hardware\n"
            "  torch              2.10.0 -> 2.11.0\n"
            "\n"
            "Defaults that moved between these versions of torch\n"
            "  config.dynamo.a    1 -> 4\n"
            "\n"
            "Settings that only the second torch has\n"
            "  config.dynamo.new  6\n");
}

}  // namespace
}  // namespace gridlock::settings
