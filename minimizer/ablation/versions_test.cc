#include "minimizer/ablation/versions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace gridlock::minimizer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A failure that shows from version `from` to the version before `until`.
struct History {
  std::string from = "0", until = "99";
  std::set<std::string> unavailable = {};

  VersionResult search(const std::vector<std::string>& versions, const std::string& own) const {
    return search_versions(versions, own, [&](const std::string& version) -> VersionAnswer {
      if (unavailable.contains(version)) return {version, Shows::kNotAvailable, "no wheel"};
      const bool shows = !is_older(version, from) && is_older(version, until);
      return {version, shows ? Shows::kYes : Shows::kNo, shows ? "" : "passes"};
    });
  }
};

std::vector<std::string> asked(const VersionResult& result) {
  std::vector<std::string> versions;
  for (const VersionAnswer& answer : result.answers) versions.push_back(answer.torch);
  return versions;
}

TEST(Versions, AreComparedByNumber) {
  EXPECT_TRUE(is_older("2.9", "2.10"));
  EXPECT_TRUE(is_older("2.10", "2.10.1"));
  EXPECT_FALSE(is_older("2.10.0", "2.9.1"));
}

TEST(Versions, TheFirstWithTheFailureIsFoundByBisection) {
  const std::vector<std::string> versions = {"2.4", "2.11", "2.5", "2.6", "2.7",
                                             "2.8", "2.9",  "2.3", "2.10"};
  const auto result = History{"2.8"}.search(versions, "2.11.0");
  EXPECT_EQ(result.first_seen, "2.8");
  EXPECT_EQ(sentence_of(result), "first seen in 2.8 (2.7 passes)");
  EXPECT_THAT(result.answers, SizeIs(testing::Le(4)));
}

TEST(Versions, TheOneThatItShowsInIsNotAsked) {
  const auto result = History{"2.11"}.search({"2.9", "2.10", "2.11"}, "2.11.0");
  EXPECT_EQ(sentence_of(result), "first seen in 2.11.0 (2.10 passes)");
  EXPECT_THAT(asked(result), ElementsAre("2.9", "2.10"));
}

TEST(Versions, ThatAllHaveItIsSaid) {
  EXPECT_EQ(sentence_of(History{}.search({"2.9", "2.10", "2.12"}, "2.11.0")),
            "seen in 2.9 already, still there in 2.12");
}

TEST(Versions, OneInWhichItIsGoneIsFound) {
  EXPECT_EQ(sentence_of(History{"2.10", "2.13"}.search({"2.9", "2.12", "2.13", "2.14"}, "2.11.0")),
            "first seen in 2.11.0 (2.9 passes), gone in 2.13");
}

TEST(Versions, OnesThatCannotBeHadAreLeftOut) {
  const auto result = History{"2.10", "99", {"2.9"}}.search({"2.8", "2.9", "2.10"}, "2.11.0");
  EXPECT_EQ(sentence_of(result), "first seen in 2.10 (2.8 passes)");
  const auto none = History{"2.10", "99", {"2.8", "2.9"}}.search({"2.8", "2.9"}, "2.11.0");
  EXPECT_THAT(sentence_of(none), IsEmpty());
  EXPECT_THAT(none.answers, SizeIs(2));
}

}  // namespace
}  // namespace gridlock::minimizer
