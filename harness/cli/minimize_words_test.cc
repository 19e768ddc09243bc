#include "harness/cli/minimize_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/cli/minimize_progress.h"
#include "harness/cli/script_words.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kOptions = {"--budget", "--out"};

minimizer::Measured usage_error() {
  minimizer::Measured measured;
  measured.signature = {"crash", {{"class", "exited"}, {"exit_code", "2"}}};
  measured.output = "1\n2\n3\nusage: train.py [-h]\ntrain.py: error: unrecognized\n\n";
  measured.failures = measured.runs = 3;
  return measured;
}

MinimizeTask task_with(const std::vector<std::string>& arguments) {
  MinimizeTask task;
  task.name = "train.py";
  task.request.launch = {2, {}, arguments};
  return task;
}

TEST(MinimizeWords, TheLastLinesOfTheScriptAreShown) {
  minimizer::Measured measured = usage_error();
  EXPECT_THAT(measured_words(measured, 7), HasSubstr("crash: exited with code 2 in 3 of 3 runs"));
  EXPECT_TRUE(
      measured_words(measured, 7)
          .ends_with(
              "last lines:\n  | 1\n  | 2\n  | 3\n  | usage: train.py [-h]\n  | train.py: error: "
              "unrecognized"));
  measured.output = "0\n" + measured.output;
  EXPECT_THAT(measured_words(measured, 7), Not(HasSubstr("| 0")));
  measured.output = "\n";
  EXPECT_THAT(measured_words(measured, 7), Not(HasSubstr("last lines")));
}

TEST(MinimizeWords, AScriptThatFailsInAnotherWayThanItsCellIsTold) {
  minimizer::Measured measured = usage_error();
  MinimizeTask task = task_with({});
  EXPECT_EQ(slip_of_script(measured, task), "");  // the failure of the cell is unknown
  task.known_failure = "crash:raised:ValueError:load";
  EXPECT_THAT(slip_of_script(measured, task), HasSubstr("crash:raised:ValueError:load"));
  measured.signature = {"crash", {{"class", "raised"}, {"exception", "ValueError"}}};
  EXPECT_EQ(slip_of_script(measured, task), "");
  measured.signature = {"crash", {{"class", "raised"}, {"exception", "NameError"}}};
  EXPECT_NE(slip_of_script(measured, task), "");
  task.known_failure = "deadlock:missing rank:all_reduce:world";
  EXPECT_NE(slip_of_script(measured, task), "");
  measured.signature = {"desync", {{"class", "different order"}}};
  EXPECT_EQ(slip_of_script(measured, task), "");  // the same hang with another verdict
}

TEST(MinimizeWords, AnOwnOptionBehindTheScriptIsToldFromAFailure) {
  const minimizer::Measured measured = usage_error();
  EXPECT_THAT(usage_mistake(measured, task_with({"--lr", "1", "--budget=9"}), kOptions),
              HasSubstr("--budget comes after the script"));
  EXPECT_EQ(usage_mistake(measured, task_with({"--lr", "1"}), kOptions), "");
  minimizer::Measured other = measured;
  other.output = "bad";
  EXPECT_EQ(usage_mistake(other, task_with({"--budget", "9"}), kOptions), "");
  other = measured;
  other.signature->fields.back().second = "1";
  EXPECT_EQ(usage_mistake(other, task_with({"--budget", "9"}), kOptions), "");
}

TEST(MinimizeWords, CountsSayWhatWasCounted) {
  minimizer::Statistics seen;
  seen.asked = 30;
  seen.cached = 9;
  EXPECT_EQ(counts_words(seen),
            "30 candidates judged, 9 answered from the cache, 0 refused before running");
  minimizer::Progress progress{"expressions", false, 41, 2, seen, 72};
  EXPECT_EQ(progress_words(progress, {}),
            "41 lines on 2 ranks; 30 candidates judged; expressions; 1 min 12 s");
  progress.statistics.screened = seen.screened = 3;
  progress.statistics.completing = seen.completing = 4;
  EXPECT_EQ(counts_words(seen),
            "30 candidates judged, 9 answered from the cache, 7 refused before running, 4 of them "
            "since they cannot hang");
  EXPECT_EQ(progress_words(progress, {}),
            "41 lines on 2 ranks; 30 candidates judged; 7 refused unseen; expressions; 1 min 12 s");
}

minimizer::Minimized verified(bool only_alone) {
  minimizer::Minimized minimized;
  minimized.measured.signature = {"wrong", {{"class", "loss"}, {"error", "below 1 %"}}};
  minimizer::Verification& seen = minimized.verification;
  seen.runs = seen.shown = seen.alone = 3;
  seen.only_alone = only_alone;
  return minimized;
}

TEST(MinimizeWords, OfWrongNumbersNoRunUnderExecIsClaimed) {
  EXPECT_THAT(minimize_end(verified(false), task_with({})).text,
              AllOf(HasSubstr("verified: 3 of 3 runs in fresh interpreters show it (wrong: loss"),
                    HasSubstr("), 3 of 3 without gridlock\n")));
  const std::string text = minimize_end(verified(true), task_with({})).text;
  EXPECT_THAT(text, HasSubstr("verified: 3 of 3 runs of `python repro.py` show it (wrong: "));
  EXPECT_THAT(text, Not(HasSubstr("3 of 3 without")));
  minimizer::Minimized some = verified(true);
  some.verification.shown = some.verification.alone = 1;
  EXPECT_EQ(verification_words(some.verification),
            "in fresh interpreters the failure shows in 1 of 3 runs of `python repro.py`");
}

TEST(MinimizeWords, OfACellWithoutARunTheNumbersAreNotKnown) {
  minimizer::Minimized passes;
  passes.outcome = minimizer::Outcome::kPasses;
  MinimizeTask task = task_with({});
  EXPECT_THAT(minimize_end(passes, task).text, Not(HasSubstr("numbers")));
  task.is_cell = true;
  EXPECT_THAT(minimize_end(passes, task).text, HasSubstr("Whether its numbers are right is not"));
  task.known_failure = "crash:raised";
  EXPECT_THAT(minimize_end(passes, task).text, Not(HasSubstr("numbers")));
}

TEST(ScriptWords, AMisspeltOptionIsNoScript) {
  try {
    refuse_unknown_option({"--bugdet=10", "train.py"}, kOptions, "minimize");
    FAIL();
  } catch (const matrix::InputError& error) {
    EXPECT_STREQ(error.what(),
                 "unknown option --bugdet (did you mean '--budget'?); see gridlock minimize "
                 "--help");
  }
  EXPECT_NO_THROW(refuse_unknown_option({"train.py", "--bugdet"}, kOptions, "minimize"));
  EXPECT_NO_THROW(refuse_unknown_option({}, kOptions, "minimize"));
}

}  // namespace
}  // namespace gridlock::cli
