#include "harness/controller/cell_matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/controller/controller.h"
#include "harness/verdict/record_builder.h"

namespace gridlock::controller {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using verdict::CellRecord;
using verdict::Verdict;
using verdict::testing::RecordBuilder;

CellRecord record_of(std::int64_t cp) {
  return RecordBuilder("ring/cp" + std::to_string(cp))
      .axis("world_size", cp)
      .axis("cp", cp)
      .verdict(Verdict::kPass);
}

matrix::Plan plan_of(const std::vector<CellRecord>& records) {
  matrix::Plan plan;
  for (const CellRecord& record : records) {
    plan.cells.push_back(verdict::testing::planned(record));
    plan.cells.back().recipe.case_folder = "/mine/cases/ring";
  }
  return plan;
}

TEST(CellMatrix, BeginsWithItsCommand) {
  const std::vector<CellRecord> records = {record_of(4)};
  const matrix::Plan plan = plan_of(records);
  EXPECT_THAT(cell_matrix(plan, plan.cells[0], records[0], records, " --tier cold"),
              testing::StartsWith("# Trains this cell again: ring/cp4\n"
                                  "#   gridlock run cell.toml --cases /mine/cases --tier cold\n"));
}

TEST(CellMatrix, NamesOptionsThatNoMatrixFileStates) {
  TrainingOptions options;
  EXPECT_EQ(cell_options(options), "");
  options.tier = "warm";
  options.repeat = 3;
  options.probe = false;
  EXPECT_EQ(cell_options(options), " --tier warm --repeat 3 --no-probe");
}

TEST(CellMatrix, OfACompileBlowupHasTheSmallerCellsOnce) {
  std::vector<CellRecord> records = {record_of(2), record_of(4), record_of(16), record_of(8)};
  const matrix::Plan plan = plan_of(records);
  records.push_back(records[1]);  // trained twice
  EXPECT_THAT(cell_matrix(plan, plan.cells[3], records[3], records, ""), Not(HasSubstr("[[add]]")));
  records[3].verdict = Verdict::kCompileBlowup;
  EXPECT_THAT(cell_matrix(plan, plan.cells[3], records[3], records, ""),
              AllOf(HasSubstr("[[add]]\naxes = { cp = 2, world_size = 2 }\n"),
                    HasSubstr("[[add]]\naxes = { cp = 4, world_size = 4 }\n"), Not(HasSubstr("16")),
                    Not(ContainsRegex("cp = 4, (.|\n)*cp = 4, "))));
}

// Record of a cell whose numbers differ from those of the partner.
CellRecord wrong(CellRecord record, const std::string& partner) {
  record.verdict = Verdict::kWrong;
  record.comparisons = {{"r", "ring/cp2", "loss", 0, 0.5, 1}, {"r", partner, "loss", 0, 2, 1}};
  return record;
}

TEST(CellMatrix, OfACellThatDiffersOnlyFromANeighborHasTheNeighbor) {
  const std::vector<CellRecord> records = {record_of(2), record_of(4), record_of(8)};
  matrix::Plan plan = plan_of(records);
  matrix::PlannedCell& planned = plan.cells[2];
  planned.relations = {{"to two", "ring/cp2"}, {"to four", "ring/cp4"}};
  planned.relations[1].neighbor = true;
  EXPECT_THAT(cell_matrix(plan, planned, wrong(records[2], "ring/cp4"), records, ""),
              AllOf(HasSubstr("to four"), Not(HasSubstr("to two"))));
  EXPECT_THAT(cell_matrix(plan, planned, wrong(records[2], "ring/cp2"), records, ""),
              AllOf(HasSubstr("to two"), Not(HasSubstr("to four"))));
}

}  // namespace
}  // namespace gridlock::controller
