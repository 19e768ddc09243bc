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

}  // namespace
}  // namespace gridlock::controller
