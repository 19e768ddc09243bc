#include "harness/controller/script_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::controller {
namespace {

TEST(ScriptRequest, TheScriptComparesFirstWhatTheRunNamedFirst) {
  matrix::PlannedCell planned, control;
  planned.cell = {"toy", {{"world_size", std::int64_t{2}}}, "toy/compiled"};
  control.cell = {"toy", {{"world_size", std::int64_t{2}}}, "toy/eager"};
  verdict::CellRecord record;
  record.cell = planned.cell.id;
  record.verdict = verdict::Verdict::kWrong;
  record.comparisons = {{"compiled", control.cell.id, "loss", 0, 2, 1},
                        {"compiled", control.cell.id, "grad norm", 0, 2, 1}};
  record.reports.emplace_back().losses = {4};
  record.reports.front().grad_norms = {8};
  EXPECT_THAT(to_json_text({planned, &record, &control}),
              testing::HasSubstr(R"("bounds":{"loss":0.25,"grad_norm":0.125})"));
}

TEST(ScriptRequest, OfACompileTimeThatExplodesTwoSizesAreAsked) {
  matrix::PlannedCell planned;
  planned.cell = {"toy", {{"world_size", std::int64_t{16}}, {"cp", std::int64_t{8}}}, "toy/cp8"};
  ScriptRequest request{planned};
  EXPECT_THAT(to_json_text(request), testing::Not(testing::HasSubstr("growth")));
  request.growth = growing_cell(planned.cell, {4, 7});
  EXPECT_THAT(
      to_json_text(request),
      testing::HasSubstr(
          R"("growth":{"axes":{"cp":1,"world_size":2},"sizes":[4,7],"least":1,"highest":3})"));
  planned.cell.values = {{"world_size", std::int64_t{16}}};
  EXPECT_FALSE(growing_cell(planned.cell, {4, 7}));
}

}  // namespace
}  // namespace gridlock::controller
