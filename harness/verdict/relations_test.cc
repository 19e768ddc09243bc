#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "harness/verdict/judge.h"
#include "harness/verdict/record_builder.h"

namespace gridlock::verdict {
namespace {

using ::testing::HasSubstr;
using testing::RecordBuilder;

class Relations : public ::testing::Test {
 protected:
  void finish(const CellRecord& record) { finished_[record.cell] = record; }

  CellRecord judged(CellRecord record, const std::vector<matrix::RelationTo>& relations) {
    matrix::PlannedCell planned = testing::planned(record);
    planned.relations = relations;
    planned.related = related_ || !relations.empty();
    planned.recipe.activations = activations_;
    judge(record, planned);
    judge_relations(record, planned, [this](const std::string& cell) {
      const auto found = finished_.find(cell);
      return found == finished_.end() ? nullptr : &found->second;
    });
    return record;
  }

  std::map<std::string, CellRecord> finished_;
  bool related_ = false;
  bool activations_ = false;
};

const matrix::RelationTo kCompiled{"compiled ≈ uncompiled", "dense/eager", false};

TEST_F(Relations, NumbersWithinTheBoundsPass) {
  finish(RecordBuilder("dense/eager"));
  const auto record = judged(RecordBuilder("dense/c").losses({4.5, 4.25001, 4.125}), {kCompiled});
  EXPECT_EQ(record.verdict, Verdict::kPass);
}

TEST_F(Relations, ABrokenOneNamesRelationPartnerStepBothValuesAndTheBound) {
  finish(RecordBuilder("dense/eager"));
  const auto record = judged(RecordBuilder("dense/c").losses({4.5, 4.0, 4.125}), {kCompiled});
  EXPECT_EQ(record.verdict, Verdict::kWrong);
  EXPECT_EQ(record.verdict_class, "relation");
  EXPECT_EQ(record.sentence,
            "Relation 'compiled ≈ uncompiled' does not hold: loss at step 1: 4 against 4.25, a "
            "difference of 0.25 "
            "where 4.25e-05 is allowed; compared with dense/eager");
  EXPECT_EQ(record.signature, "wrong:relation:compiled ≈ uncompiled:loss");
}

TEST_F(Relations, GradientNormsAreComparedToo) {
  finish(RecordBuilder("dense/eager"));
  const auto record = judged(RecordBuilder("dense/c").grad_norms({1.5, 1.5, 1.5}), {kCompiled});
  EXPECT_THAT(record.sentence, HasSubstr("grad norm at step 1: 1.5 against 1.25"));
  EXPECT_THAT(record.sentence, HasSubstr("(2 of 3 steps differ)"));
}

TEST_F(Relations, EveryRelationIsJudgedAndEveryBrokenOneNamed) {
  finish(RecordBuilder("dense/eager"));
  finish(RecordBuilder("dense/cp1").losses({4.5, 4, 4}));
  finish(RecordBuilder("dense/replicate").losses({1, 1, 1}));
  const auto record =
      judged(RecordBuilder("dense/c"), {kCompiled,
                                        {"cp N ≈ cp 1", "dense/cp1", false},
                                        {"full_shard ≈ replicate", "dense/replicate", false}});
  EXPECT_THAT(record.sentence, HasSubstr("Relation 'cp N ≈ cp 1' does not hold"));
  EXPECT_THAT(record.sentence,
              HasSubstr("; neither does 'full_shard ≈ replicate', with dense/replicate"));
}

TEST_F(Relations, TheBoundsAreThoseOfThePrecision) {
  const auto bf16 = [](const std::string& id) {
    return RecordBuilder(id).axis("precision", "bf16");
  };
  const std::vector<double> close{4.5, 4.251, 4.125};
  finish(bf16("dense/eager"));
  EXPECT_EQ(judged(bf16("dense/c").losses(close), {kCompiled}).verdict, Verdict::kPass);
  finish(RecordBuilder("dense/eager"));
  EXPECT_EQ(judged(RecordBuilder("dense/c").losses(close), {kCompiled}).verdict, Verdict::kWrong);
  EXPECT_EQ(judged(bf16("dense/c").losses(close), {kCompiled}).verdict, Verdict::kPass)
      << "two precisions meet at the looser bound";
}

TEST_F(Relations, TheSameCellTwiceMustGiveTheSameBits) {
  const matrix::RelationTo again{"same cell twice", "dense/c", true};
  finish(RecordBuilder("dense/c"));
  CellRecord second = RecordBuilder("dense/c");
  second.repetition = 1;
  EXPECT_EQ(judged(second, {again}).verdict, Verdict::kPass);
  for (RankReport& report : second.reports) report.losses[2] = 4.125000000000001;
  const CellRecord record = judged(second, {again});
  EXPECT_EQ(record.verdict, Verdict::kWrong);
  EXPECT_THAT(record.sentence, HasSubstr("compared with an earlier run of this cell"));
  second.repetition = 0;
  EXPECT_EQ(judged(second, {again}).verdict, Verdict::kPass) << "the first run has no earlier one";
}

TEST_F(Relations, ARepetitionIsJudgedByTheRelationOfItsTier) {
  const matrix::RelationTo again{"twice", "dense/c", true};
  const matrix::RelationTo cold{"fork and cold", "dense/c", true, "cold"};
  finish(RecordBuilder("dense/c"));
  CellRecord second = RecordBuilder("dense/c").losses({4.5, 4.25, 4.0});
  second.repetition = 1;
  EXPECT_THAT(judged(second, {again, cold}).sentence, HasSubstr("Relation 'twice' does not hold"));
  second.repetition = 2;  // counts for 'fork and cold', whatever the tier in the record
  const CellRecord record = judged(second, {again, cold});
  EXPECT_THAT(record.sentence, HasSubstr("Relation 'fork and cold' does not hold"));
  EXPECT_EQ(record.sentence.find("twice"), std::string::npos);
  second.repetition = 3;  // requested by --repeat 4, not by a relation
  EXPECT_THAT(judged(second, {again, cold}).sentence, HasSubstr("Relation 'twice' does not hold"));
  EXPECT_EQ(judged(second, {cold}).verdict, Verdict::kPass) << "trained like the first";
}

TEST_F(Relations, TheSameBitsAreThoseOfGradientsAndParametersToo) {
  const matrix::RelationTo same{"the same integers", "exact/eager", true};
  finish(RecordBuilder("exact/eager").states());
  EXPECT_EQ(judged(RecordBuilder("exact/c").states(), {same}).verdict, Verdict::kPass);
  CellRecord record = RecordBuilder("exact/c").ranks(4).states();
  EXPECT_EQ(judged(record, {same}).sentence,
            "Relation 'the same integers' does not hold: gradients of step 0: 32 bytes against 16; "
            "compared with exact/eager (3 of 3 steps differ)");
  record = RecordBuilder("exact/c").states();
  record.reports[1].states[2].parameters->parts["1"].sum += 1;
  record = judged(record, {same});
  EXPECT_EQ(
      record.sentence,
      "Relation 'the same integers' does not hold: parameters after step 2: not the same bits "
      "(digest 0000000000000061 against 0000000000000060); compared with exact/eager");
  EXPECT_EQ(record.signature, "wrong:relation:the same integers:parameters");
}

TEST_F(Relations, TheFirstMismatchOfTwoCellsIsReported) {
  const matrix::RelationTo same{"the same integers", "exact/eager", true};
  finish(RecordBuilder("exact/eager").states());
  CellRecord record = RecordBuilder("exact/c").losses({4.5, 4.25, 4.0}).states();
  record.reports[0].states[2].gradients->parts["0"].sum += 1;
  EXPECT_THAT(judged(record, {same}).sentence, HasSubstr("loss at step 2"));
  record.reports[0].states[1].gradients->parts["0"].sum += 1;
  EXPECT_THAT(judged(record, {same}).sentence, HasSubstr("gradients of step 1"));
}

TEST_F(Relations, DigestsOfGradientsReplaceTheirNorm) {
  const matrix::RelationTo same{"the same integers", "exact/eager", true};
  finish(RecordBuilder("exact/eager").states());
  CellRecord record = RecordBuilder("exact/c").grad_norms({1.5, 1.25, std::nextafter(1.0, 2.0)});
  EXPECT_EQ(judged(record, {same}).verdict, Verdict::kWrong) << "without digests, norms must do";
  record = RecordBuilder("exact/c").grad_norms({1.5, 1.25, std::nextafter(1.0, 2.0)}).states();
  EXPECT_EQ(judged(record, {same}).verdict, Verdict::kPass);
}

TEST_F(Relations, NumbersThatAreOnlyCloseMayHaveOtherBits) {
  finish(RecordBuilder("dense/eager").states());
  EXPECT_EQ(judged(RecordBuilder("dense/c").states(98), {kCompiled}).verdict, Verdict::kPass);
}

TEST_F(Relations, APartnerWithoutNumbersCannotJudge) {
  CellRecord partner = RecordBuilder("dense/eager").raised(0, "ValueError: x");
  partner.verdict = Verdict::kCrash;
  finish(partner);
  const auto record = judged(RecordBuilder("dense/c"), {kCompiled});
  EXPECT_EQ(record.verdict, Verdict::kSkipped);
  EXPECT_EQ(record.verdict_class, "reference failed");
  EXPECT_EQ(record.sentence,
            "The cell ran, but its numbers cannot be compared (relation 'compiled ≈ uncompiled'): "
            "dense/eager has no numbers, because its verdict is crash");
}

TEST_F(Relations, APartnerThatNeverRanCannotJudge) {
  const auto record = judged(RecordBuilder("dense/c"), {kCompiled});
  EXPECT_EQ(record.verdict, Verdict::kSkipped);
  EXPECT_THAT(record.sentence, HasSubstr("dense/eager has not run"));
}

TEST_F(Relations, ABrokenRelationGoesBeforeOneThatCannotBeJudged) {
  finish(RecordBuilder("dense/eager").losses({1, 1, 1}));
  const auto record =
      judged(RecordBuilder("dense/c"), {{"cp N ≈ cp 1", "dense/gone", false}, kCompiled});
  EXPECT_EQ(record.verdict, Verdict::kWrong);
}

TEST_F(Relations, ANeighborThatIsWrongItselfIsNobodysMeasure) {
  finish(RecordBuilder("dense/eager"));
  matrix::RelationTo to_other{"full_shard ≈ replicate", "dense/replicate", false};
  to_other.neighbor = true;
  const auto wrong = judged(RecordBuilder("dense/replicate").losses({4.5, 4, 4}), {kCompiled});
  ASSERT_EQ(wrong.verdict, Verdict::kWrong);
  CellRecord known = wrong;
  known.verdict = Verdict::kXfail;
  known.verdict_class = "wrong: relation";
  for (const CellRecord& neighbor : {wrong, known}) {
    finish(neighbor);
    const auto right = judged(RecordBuilder("dense/c"), {kCompiled, to_other});
    EXPECT_EQ(right.verdict, Verdict::kPass);
    EXPECT_FALSE(right.unjudged);
    EXPECT_EQ(right.note,
              "relation 'full_shard ≈ replicate' with dense/replicate does not hold, but that "
              "cell is itself wrong");
    for (const Comparison& comparison : right.comparisons)
      EXPECT_EQ(comparison.partner, "dense/eager");
  }
  EXPECT_TRUE(judged(RecordBuilder("dense/c"), {to_other}).unjudged) << "by no other";
  matrix::RelationTo twin = to_other;
  twin.name = "dp N ≈ dp 1";
  EXPECT_THAT(judged(RecordBuilder("dense/c"), {to_other, twin}).note,
              ::testing::AllOf(HasSubstr("full_shard ≈ replicate"), HasSubstr("dp N ≈ dp 1")));
  const RecordBuilder alike = RecordBuilder("dense/c").losses({4.5, 4, 4});
  EXPECT_EQ(judged(alike, {kCompiled, to_other}).verdict, Verdict::kWrong) << "by the reference";
  to_other.neighbor = false;
  EXPECT_EQ(judged(RecordBuilder("dense/c"), {kCompiled, to_other}).verdict, Verdict::kWrong)
      << "a reference is, whatever is said of it";
}

TEST_F(Relations, ACellThatFailedOnItsOwnKeepsItsVerdict) {
  finish(RecordBuilder("dense/eager"));
  const auto record = judged(RecordBuilder("dense/c").killed(0, 11), {kCompiled});
  EXPECT_EQ(record.verdict, Verdict::kCrash);
}

TEST_F(Relations, APartnerWithFewerStepsIsNoPartner) {
  finish(RecordBuilder("dense/eager").losses({4.5, 4.25}));
  const auto record = judged(RecordBuilder("dense/c"), {kCompiled});
  EXPECT_EQ(record.verdict, Verdict::kWrong);
  EXPECT_THAT(record.sentence, HasSubstr("loss has 3 steps against 2"));
}

TEST_F(Relations, APassSaysWithWhomItWasComparedAndHowCloseItCame) {
  finish(RecordBuilder("dense/eager"));
  const auto record = judged(RecordBuilder("dense/c").losses({4.5, 4.25001, 4.125}), {kCompiled});
  EXPECT_FALSE(record.unjudged);
  ASSERT_EQ(record.comparisons.size(), 2U);
  const Comparison& loss = record.comparisons[0];
  EXPECT_EQ(loss.relation, "compiled ≈ uncompiled");
  EXPECT_EQ(loss.partner, "dense/eager");
  EXPECT_EQ(loss.series, "loss");
  EXPECT_EQ(loss.step, 1);
  EXPECT_NEAR(loss.difference, 1e-5, 1e-12);
  EXPECT_NEAR(loss.allowed, 4.25e-5, 1e-9);
  EXPECT_EQ(record.comparisons[1].series, "grad norm");
  EXPECT_EQ(record.comparisons[1].difference, 0);
}

// Returns a reference with eight training runs with random rounding. Their losses and norms have
// the standard deviation `deviation`.
CellRecord measured(const std::string& id, double deviation) {
  CellRecord record = RecordBuilder(id);
  for (int i = 0; i < 8; ++i) {
    const double factor = 1 + deviation * (i % 2 == 0 ? 1 : -1);
    protocol::RoundedReport rounded{{4.5, 4.25, 4.125}, {1.5, 1.25, 1.0}};
    for (double& loss : rounded.losses) loss *= factor;
    for (double& norm : rounded.grad_norms) norm *= factor;
    record.reports.front().rounded.push_back(rounded);
  }
  return record;
}

TEST_F(Relations, TheBoundComesFromTheSpreadOfTheReference) {
  const CellRecord near = RecordBuilder("dense/c").losses({4.5, 4.25 * (1 + 1e-7), 4.125});
  const CellRecord far = RecordBuilder("dense/c").losses({4.5, 4.25 * (1 + 1e-3), 4.125});
  finish(measured("dense/eager", 1e-8));
  EXPECT_EQ(judged(near, {kCompiled}).verdict, Verdict::kPass) << "a few roundings of fp32";
  EXPECT_EQ(judged(far, {kCompiled}).verdict, Verdict::kWrong);
  finish(measured("dense/eager", 1e-3));
  const CellRecord record = judged(far, {kCompiled});
  EXPECT_EQ(record.verdict, Verdict::kPass);
  const Comparison& loss = record.comparisons.front();
  EXPECT_EQ(loss.trainings, 8);
  EXPECT_EQ(loss.measured_on, "dense/eager");
  EXPECT_NEAR(loss.deviation, 4.25e-3, 4e-4);
  EXPECT_NEAR(loss.allowed / loss.deviation, 17.447 * std::sqrt(2), 1e-2);
}

TEST_F(Relations, NeighborsAreJudgedByTheSpreadOfTheReference) {
  const matrix::RelationTo neighbor{"cp N ≈ cp 1", "dense/cp1", false};
  finish(measured("dense/eager", 1e-3));
  finish(RecordBuilder("dense/cp1"));
  const CellRecord far = RecordBuilder("dense/c").losses({4.5, 4.25 * (1 + 1e-3), 4.125});
  EXPECT_EQ(judged(far, {kCompiled, neighbor}).verdict, Verdict::kPass);
  EXPECT_EQ(judged(far, {neighbor}).verdict, Verdict::kWrong);
}

TEST_F(Relations, ASpreadOfAnotherPrecisionSaysNothing) {
  const auto fp32 = [](CellRecord record) {
    record.axes.emplace_back("precision", std::string("fp32"));
    return record;
  };
  finish(fp32(measured("dense/eager", 1e-1)));
  CellRecord bf16 = RecordBuilder("dense/c").axis("precision", std::string("bf16"));
  for (RankReport& report : bf16.reports) report.losses[1] = 4.25 * 1.01;
  EXPECT_EQ(judged(bf16, {kCompiled}).verdict, Verdict::kWrong);
  CellRecord same = fp32(RecordBuilder("dense/c"));
  for (RankReport& report : same.reports) report.losses[1] = 4.25 * 1.01;
  EXPECT_EQ(judged(same, {kCompiled}).verdict, Verdict::kPass);
}

TEST_F(Relations, TrainingsThatFailedMeasureNothing) {
  CellRecord reference = measured("dense/eager", 1e-1);
  reference.reports.front().rounded[3] = {{4.5}, {1.5}, "ValueError: not this operation"};
  finish(reference);
  const CellRecord far = RecordBuilder("dense/c").losses({4.5, 4.25 * (1 + 1e-3), 4.125});
  EXPECT_EQ(judged(far, {kCompiled}).verdict, Verdict::kWrong);
}

TEST_F(Relations, WhatTheMatrixAllowsGoesBeforeTheSpread) {
  matrix::RelationTo strict = kCompiled;
  strict.tolerances.resize(1);
  strict.tolerances[0].loss.rtol = strict.tolerances[0].grad_norm.rtol = 1e-4;
  finish(measured("dense/eager", 1e-1));
  const CellRecord far = RecordBuilder("dense/c").losses({4.5, 4.25 * (1 + 1e-3), 4.125});
  const CellRecord record = judged(far, {strict});
  EXPECT_EQ(record.verdict, Verdict::kWrong);
  EXPECT_EQ(record.comparisons.front().trainings, 0);
}

TEST_F(Relations, WhatTheMatrixAllowsGoesBeforeThePrecision) {
  const auto with = [](std::optional<double> rtol, std::optional<double> atol) {
    matrix::RelationTo relation = kCompiled;
    relation.tolerances = {{{rtol, atol}, {}}};
    return relation;
  };
  finish(RecordBuilder("dense/eager"));
  const CellRecord far = RecordBuilder("dense/c").losses({4.5, 4.0, 4.125});
  const CellRecord near = RecordBuilder("dense/c").losses({4.5, 4.25001, 4.125});
  EXPECT_EQ(judged(far, {with(0.1, {})}).verdict, Verdict::kPass);
  EXPECT_EQ(judged(far, {with({}, 0.26)}).verdict, Verdict::kPass);
  EXPECT_EQ(judged(far, {with({}, 0.24)}).verdict, Verdict::kWrong);
  EXPECT_EQ(judged(near, {with(1e-6, {})}).verdict, Verdict::kWrong) << "stricter, too";
  EXPECT_THAT(judged(far, {with(0.01, {})}).sentence, HasSubstr("where 0.0425 is allowed"));
  matrix::RelationTo joined = with(1e-6, {});
  joined.tolerances.push_back({});
  EXPECT_EQ(judged(near, {joined}).verdict, Verdict::kPass) << "the loosest of the joined";
}

TEST_F(Relations, ActivationsThatWereAskedForAndNotSeenAreNoted) {
  EXPECT_FALSE(judged(RecordBuilder("exact/c").states(), {}).activations_unseen);
  activations_ = true;
  EXPECT_TRUE(judged(RecordBuilder("exact/c").states(), {}).activations_unseen);
  EXPECT_TRUE(judged(RecordBuilder("exact/c"), {}).activations_unseen) << "nobody digests anything";
  CellRecord seen = RecordBuilder("exact/c").states();
  for (RankReport& report : seen.reports)
    for (golden::State& state : report.states) state.activations = state.gradients;
  EXPECT_FALSE(judged(seen, {}).activations_unseen);
}

TEST_F(Relations, APassThatNoRelationIsAboutIsUnjudged) {
  EXPECT_TRUE(judged(RecordBuilder("dense/c"), {}).unjudged);
  EXPECT_EQ(judged(RecordBuilder("dense/c"), {}).verdict, Verdict::kPass);
  EXPECT_FALSE(judged(RecordBuilder("dense/c").killed(0, 11), {}).unjudged) << "did not pass";
  related_ = true;
  EXPECT_FALSE(judged(RecordBuilder("dense/c"), {}).unjudged) << "the reference of another";
}

}  // namespace
}  // namespace gridlock::verdict
