#include "minimizer/ablation/ablation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace gridlock::minimizer {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The conditions for a synthetic failure.
struct Needs {
  Rung rung = Rung::kInductor;
  std::set<int> regions = {};
  std::string entry = "";      // the failure is gone if this entry is flipped …
  std::string value = "";      // … to this value; "": to any value
  std::string subsystem = "";  // the failure needs an application of this subsystem …
  int application = 0;         // … with this number
  std::string variable = "";
};

class MockQuestions : public Questions {
 public:
  explicit MockQuestions(Needs needs) : needs_(std::move(needs)) {}

  Answer ask(const Question& question, const std::vector<Question>&) override {
    if (asked_.size() == budget) throw Unanswered{};
    EXPECT_TRUE(std::ranges::find(asked_, question.setting) == asked_.end()) << question.words;
    asked_.push_back(question.setting);
    Answer answer;
    answer.verdict = verdict(question.setting);
    return answer;
  }

  std::pair<Answer, std::vector<std::string>> ask_for_names(const Question& question) override {
    std::vector<std::string> names;
    for (int id = 1; id <= 40; ++id) names.push_back("pass " + std::to_string(id));
    return {ask(question, {}), names};
  }

  std::size_t asked() const { return asked_.size(); }

  std::size_t budget = 1000;
  std::string breaks;  // an entry that causes another failure if it is flipped
  std::optional<Rung> passes_at;

 private:
  Verdict verdict(const Setting& setting) const {
    if (setting.config.contains(breaks)) return Verdict::kDifferent;
    return shows(setting) ? Verdict::kSame : Verdict::kPasses;
  }

  bool shows(const Setting& setting) const {
    if (setting.highest && (*setting.highest < needs_.rung || setting.highest == passes_at)) {
      return false;
    }
    if (std::ranges::any_of(needs_.regions, [&](int id) { return setting.disabled.contains(id); }))
      return false;
    if (is_flipped(setting) || setting.unset.contains(needs_.variable)) return false;
    const auto& bisect = setting.bisect;
    return !bisect || bisect->subsystem != needs_.subsystem || bisect->limit >= needs_.application;
  }

  bool is_flipped(const Setting& setting) const {
    const auto flip = setting.config.find(needs_.entry);
    return flip != setting.config.end() && (needs_.value.empty() || flip->second == needs_.value);
  }

  Needs needs_;
  std::vector<Setting> asked_;
};

Survey four_regions() {
  Survey survey;
  for (int id = 0; id < 4; ++id) {
    survey.regions.push_back({"Block", "model.py:" + std::to_string(40 + id), Rung::kInductor});
  }
  return survey;
}

const AblationListener kSilent{[](const std::string&) {}, [](const Question&, const Answer&) {},
                               [](const std::string&) {}};

Ablation ablate_four(MockQuestions& questions, const std::vector<std::string>& variables = {}) {
  return ablate(four_regions(), variables, questions, kSilent);
}

TEST(Ablation, NamesTheFirstRungThatFails) {
  for (const Rung rung :
       {Rung::kNone, Rung::kEager, Rung::kAotEager, Rung::kPartitioned, Rung::kInductor}) {
    MockQuestions questions({.rung = rung});
    const Ablation found = ablate_four(questions);
    EXPECT_EQ(found.first, rung);
    EXPECT_EQ(found.contradiction, "");
    EXPECT_TRUE(found.finished);
  }
}

TEST(Ablation, OfAScriptThatFailsUncompiledNothingElseIsAsked) {
  MockQuestions questions({.rung = Rung::kNone});
  const Ablation found = ablate_four(questions);
  EXPECT_LE(questions.asked(), 3u);
  EXPECT_THAT(sentence_of(found, four_regions()),
              HasSubstr("does not depend on the compiler: the script also fails uncompiled"));
}

TEST(Ablation, SaysThatTheLadderIsNotMonotone) {
  MockQuestions questions({.rung = Rung::kNone});
  questions.passes_at = Rung::kEager;
  const Ablation found = ablate_four(questions);
  EXPECT_EQ(found.contradiction,
            "the script fails with none, but not with eager, which compiles more");
  EXPECT_THAT(sentence_of(found, four_regions()), HasSubstr("; contradiction: "));
}

TEST(Ablation, FindsEverythingThatAFailureNeeds) {
  MockQuestions questions({.rung = Rung::kInductor,
                           .regions = {1},
                           .entry = "torch._inductor.config.pattern_matcher",
                           .subsystem = "post_grad_passes",
                           .application = 17,
                           .variable = "TORCH_B"});
  const Ablation found = ablate_four(questions, {"NCCL_A", "TORCH_B", "TORCH_C"});
  EXPECT_THAT(found.regions, ElementsAre(1));
  EXPECT_THAT(found.variables, ElementsAre("TORCH_B"));
  EXPECT_EQ(sentence_of(found, four_regions()),
            "fails from inductor on (Inductor), needs region 2 compiled (model.py:41), passes "
            "with `torch._inductor.config.pattern_matcher = False`, needs post_grad_passes #17 of "
            "40 (pass 17), needs TORCH_B set");
  EXPECT_LE(questions.asked(), 33u);
}

TEST(Ablation, AnEntryIsFoundWithFewQuestions) {
  std::size_t most = 0;
  for (const Flip& flip : flips_for(Rung::kAotEager, 0)) {
    MockQuestions questions({.rung = Rung::kAotEager, .regions = {0}, .entry = flip.entry});
    const Ablation found = ablate_four(questions);
    ASSERT_EQ(found.gone_with.size(), 1u) << flip.entry;
    EXPECT_EQ(found.gone_with.front().entry, flip.entry);
    most = std::max(most, questions.asked());
  }
  EXPECT_LE(most, 15u);  // out of 29 entries
}

TEST(Ablation, AnEntryOfTheSecondRoundIsFound) {
  MockQuestions questions({.rung = Rung::kEager,
                           .regions = {0},
                           .entry = "torch._dynamo.config.capture_scalar_outputs",
                           .value = "true"});
  const Ablation found = ablate_four(questions);
  ASSERT_EQ(found.gone_with.size(), 1u);
  EXPECT_EQ(words_of(found.gone_with.front()),
            "torch._dynamo.config.capture_scalar_outputs = True");
}

TEST(Ablation, EntriesThatDoNotMatterAreAskedAboutTogether) {
  MockQuestions questions({.rung = Rung::kEager, .regions = {0}});
  EXPECT_THAT(ablate_four(questions).gone_with, IsEmpty());
  EXPECT_LE(questions.asked(), 8u);
}

TEST(Ablation, FlipsThatBreakTheScriptAreHalved) {
  const auto flips = flips_for(Rung::kAotEager, 0);
  MockQuestions questions({.rung = Rung::kAotEager, .entry = flips.back().entry});
  questions.breaks = flips.front().entry;
  const Ablation found = ablate_four(questions);
  ASSERT_EQ(found.gone_with.size(), 1u);
  EXPECT_EQ(found.gone_with.front().entry, flips.back().entry);
}

TEST(Ablation, PassesAreAskedAboutOnlyWhereARungHasThem) {
  MockQuestions questions(
      {.rung = Rung::kPartitioned, .regions = {3}, .subsystem = "decomposition", .application = 1});
  const Ablation found = ablate_four(questions);
  ASSERT_TRUE(found.culprit);
  EXPECT_EQ(found.culprit->number, 1);
  EXPECT_EQ(found.culprit->name, "pass 1");
}

TEST(Ablation, KeepsWhatIsKnownWhereTheBudgetIsSpent) {
  MockQuestions questions({.rung = Rung::kAotEager, .regions = {2}});
  questions.budget = 3;
  const Ablation found = ablate_four(questions);
  EXPECT_FALSE(found.finished);
  EXPECT_EQ(found.first, Rung::kAotEager);
  EXPECT_EQ(sentence_of(found, four_regions()), "fails from aot_eager on (AOTAutograd)");
}

}  // namespace
}  // namespace gridlock::minimizer
