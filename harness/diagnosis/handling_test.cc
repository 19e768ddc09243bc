#include "harness/diagnosis/handling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/diagnosis/brief_standing.h"
#include "harness/diagnosis/fake_evidence.h"
#include "harness/diagnosis/finding_record.h"
#include "harness/diagnosis/render.h"
#include "harness/diagnosis/sentence.h"
#include "harness/diagnosis/standing.h"

namespace gridlock::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;
using testing::two_ranks;

// Returns evidence in which rank 1 waits in a barrier while it handles an exception.
Evidence raised_and_waits() {
  Evidence evidence = two_ranks(facts::Class::kMismatchedOperation, trace::Op::kAllreduce,
                                trace::Op::kBarrier, {1});
  evidence.ranks[1].handling = {"KeyError: 'x'", "train.py:12"};
  return evidence;
}

TEST(Handling, IsToldBehindTheFinding) {
  EXPECT_THAT(sentence(raised_and_waits()),
              ::testing::EndsWith(". Rank 1 is handling KeyError: 'x', raised at train.py:12, "
                                  "while it waits in barrier #3 of default_pg[0-1]"));
}

TEST(Handling, DecidesNothing) {
  const Evidence evidence = raised_and_waits();
  Evidence without = evidence;
  without.ranks[1].handling.reset();
  facts::FindingRecord record = finding_record_of(evidence, 5);
  EXPECT_THAT(record.handling, ElementsAre(Pair(1, "KeyError: 'x', raised at train.py:12")));
  record.handling.clear();
  record.sentence = sentence(without);
  EXPECT_EQ(record, finding_record_of(without, 5));
}

TEST(Handling, IsToldOfTheRankAtFault) {
  EXPECT_THAT(render_text(raised_and_waits()),
              HasSubstr("\nat fault    rank 1. It is handling KeyError: 'x', raised at "
                        "train.py:12\n"));
}

TEST(Handling, RanksThatDoTheSameAreToldTogether) {
  Evidence evidence = raised_and_waits();
  evidence.finding.blocked[0] = evidence.finding.blocked[1];
  evidence.finding.blocked[0].rank = 0;
  evidence.ranks[0].handling = evidence.ranks[1].handling;
  EXPECT_THAT(handling_sentences(evidence),
              HasSubstr(". Ranks 0-1 are handling KeyError: 'x', raised at train.py:12, while they "
                        "wait in barrier #3"));
  evidence.ranks[0].handling->error = "ValueError: bad batch.";
  EXPECT_THAT(handling_sentences(evidence),
              HasSubstr(". Rank 0 is handling ValueError: bad batch, raised at train.py:12, while "
                        "it waits in barrier #3"));
}

TEST(Handling, TextOfAnExceptionIsOneLineThatAConsoleCanShow) {
  Evidence evidence = raised_and_waits();
  evidence.ranks[1].handling = {"ValueError: \x1b[31m\nred \xff", ""};
  const std::string text = handling_sentences(evidence);
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\n")));
  EXPECT_THAT(text, Not(HasSubstr("raised at")));
}

TEST(Handling, IsToldWhereNothingIsProved) {
  const Evidence evidence = raised_and_waits();
  EXPECT_THAT(render_standing(evidence),
              HasSubstr("handling KeyError: 'x', raised at train.py:12"));
  EXPECT_THAT(brief_standing(evidence),
              ElementsAre(Not(HasSubstr("handling")),
                          HasSubstr(", handling KeyError: 'x', raised at train.py:12")));
}

}  // namespace
}  // namespace gridlock::diagnosis
