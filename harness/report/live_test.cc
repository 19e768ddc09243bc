#include "harness/report/live.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "harness/report/fake_run.h"
#include "harness/text/columns.h"

namespace gridlock::report {
namespace {

using ::testing::EndsWith;
using testing::FakeSink;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using testing::Verdict;

constexpr const char* kHide = "\x1b[?25l";
constexpr const char* kShow = "\x1b[?25h";

class Live : public ::testing::Test {
 protected:
  void start() { reporter_.on_start(plan_, testing::fake_info(), 0); }

  FakeSink sink_{true, 90};
  matrix::Plan plan_ = testing::fake_plan();
  LiveReporter reporter_{sink_};
};

TEST_F(Live, ShowsProgressAndWhatTheSlowestRankDoes) {
  start();
  reporter_.on_cell_finished(testing::fake_record(0), 2);
  reporter_.on_cell_started({1, 0}, 2);
  reporter_.on_cell_started({2, 0}, 3);
  reporter_.on_progress({1, 0}, {{0, "step 1", 1}, {2, "compile", 3}}, 5);
  sink_.take();
  reporter_.on_tick(8);
  EXPECT_EQ(
      sink_.take(),
      "\r\x1b[3A\x1b[J"
      "━━━━────────────────── 1/5  8 s, about 1 s left  1 pass\n"
      "        6 s  dense/fp32.cp4-ring.before-block.inductor.full_s…  rank 2 in compile for 6 s\n"
      "        5 s  dense/bf16.cp2-allgather.after-model.aot_eager.h…  starting\n");
}

TEST_F(Live, DrawsAtMostTenTimesASecond) {
  start();
  const int before = sink_.writes();
  for (int i = 1; i <= 1000; ++i) {
    reporter_.on_progress({1, 0}, {{0, "build", 0}}, i * 0.001);
    reporter_.on_tick(i * 0.001);
  }
  EXPECT_LE(sink_.writes() - before, 10);
  EXPECT_GE(sink_.writes() - before, 9);
}

TEST_F(Live, AFailureScrollsAboveTheTable) {
  start();
  reporter_.on_cell_started({2, 0}, 1);
  sink_.take();
  reporter_.on_cell_finished(testing::fake_record(2, Verdict::kCrash, "Rank 1 raised"), 2);
  const std::string text = sink_.take();
  EXPECT_THAT(text, StartsWith("\r\x1b[2A\x1b[J[1/5] crash"));
  EXPECT_THAT(text, HasSubstr("Rank 1 raised\n━"));
  reporter_.on_tick(3);
  EXPECT_THAT(sink_.take(), Not(HasSubstr("Rank 1 raised"))) << "it is drawn once";
}

TEST_F(Live, AFailureThatComesBetweenTwoDrawsIsNotLost) {
  start();
  sink_.take();
  reporter_.on_cell_finished(testing::fake_record(2, Verdict::kCrash, "Rank 1 raised"), 0.01);
  EXPECT_EQ(sink_.take(), "");
  reporter_.on_tick(0.2);
  EXPECT_THAT(sink_.take(), HasSubstr("Rank 1 raised"));
}

TEST_F(Live, PassesDoNotScroll) {
  start();
  sink_.take();
  reporter_.on_cell_finished(testing::fake_record(1), 1);
  EXPECT_THAT(sink_.take(), Not(HasSubstr(testing::cell_ids()[1])));
}

TEST_F(Live, NoLineOfTheTableReachesTheEdgeOfTheTerminal) {
  start();
  reporter_.on_cell_finished(testing::fake_record(0), 1);
  reporter_.on_cell_started({1, 0}, 1);
  reporter_.on_progress({1, 0}, {{31, "compile", 3}}, 1);
  double now = 2;
  for (int width : {200, 100, 80, 40, 20, 5}) {
    sink_.set_width(width);
    sink_.take();
    reporter_.on_tick(++now);
    std::istringstream lines(sink_.take().substr(std::string("\r\x1b[2A\x1b[J").size()));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LT(text::columns(line), width) << line;
  }
}

TEST_F(Live, TheCursorIsHiddenWhileDrawingAndThereInTheEnd) {
  start();
  EXPECT_THAT(sink_.take(), StartsWith(kHide));
  reporter_.on_tick(1);
  EXPECT_THAT(sink_.take(), Not(HasSubstr(kHide)));
  reporter_.on_end(testing::fake_summary(), 2);
  const std::string text = sink_.take();
  EXPECT_THAT(text, EndsWith(kShow));
  EXPECT_THAT(text, HasSubstr("FAILED: 2 of 5 cells"));
  EXPECT_THAT(text, Not(HasSubstr("━"))) << "the table is gone";
}

TEST(LiveScreen, TheCursorComesBackWhenTheReporterIsDestroyed) {
  FakeSink sink(true);
  const matrix::Plan plan = testing::fake_plan();
  { LiveReporter(sink).on_start(plan, testing::fake_info(), 0); }
  EXPECT_THAT(sink.take(), EndsWith(kShow));
}

TEST_F(Live, ColorsOnlyWhereTheyAreWanted) {
  start();
  reporter_.on_cell_finished(testing::fake_record(2, Verdict::kCrash, "x"), 1);
  EXPECT_THAT(sink_.take(), Not(HasSubstr("\x1b[31m")));
  sink_.set_color(true);
  reporter_.on_tick(2);
  EXPECT_THAT(sink_.take(), HasSubstr("\x1b[31m1 crash\x1b[0m"));
}

TEST_F(Live, ManyRunningCellsDoNotFillTheTerminal) {
  for (int i = 0; i < 60; ++i) {
    plan_.cells.push_back(plan_.cells[1]);
    plan_.cells.back().cell.id += std::to_string(i);
  }
  start();
  for (std::size_t i = 0; i < 60; ++i) reporter_.on_cell_started({i, 0}, 1);
  sink_.take();
  reporter_.on_tick(2);
  const std::string text = sink_.take();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 12);
  EXPECT_THAT(text, HasSubstr("and 50 more\n"));
}

}  // namespace
}  // namespace gridlock::report
