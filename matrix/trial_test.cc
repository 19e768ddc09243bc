#include "matrix/trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "matrix/planner.h"
#include "matrix/test_files.h"

namespace gridlock::matrix {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

constexpr const char* kHead =
    "name = 'skip'\ndescription = 'd'\n"
    "[axes.faulty_rank]\ndoc = 'd'\ntype = 'int'\nvalues = [1, 0, 3]\nid = 'f{}'\n";

Trial trial(TestFiles& files, const std::string& text) {
  files.write("cases/faults/skip/case.toml", kHead + text);
  return load_trial("faults/skip", {files.cases()}, {"pass", "deadlock", "crash", "desync"});
}

std::string error_of(const std::string& text) {
  TestFiles files;
  try {
    trial(files, text);
  } catch (const InputError& problem) {
    return problem.what();
  }
  return "";
}

Cell cell(const Trial& trial, const Choice& choice) {
  return make_cell(trial.matrix.schema(), choice);
}

TEST(Case, InASubFolderIsCalledByBothNames) {
  TestFiles files;
  const Trial skip = trial(files, "");
  EXPECT_THAT(case_names({files.cases()}), ElementsAre("faults/skip", "toy"));
  EXPECT_EQ(skip.matrix.the_case.folder, files.cases() / "faults" / "skip");
  const Cell made = cell(skip, {{"faulty_rank", 3}});
  EXPECT_THAT(made.id, testing::StartsWith("faults/skip/fp32."));
  EXPECT_EQ(parse_id(skip.matrix.schema(), made.id), made);
}

TEST(Trial, CoversEachValueOfItsCells) {
  TestFiles files;
  const Trial skip = trial(files, "[cells]\nfaulty_rank = [1, 0]\nworld_size = [4, 3, 2]\n");
  EXPECT_EQ(plan(skip.matrix, {}).cells.size(), 3U);
}

TEST(Trial, HasARankForEachGpuOnAMachineWithSome) {
  TestFiles files;
  const Trial skip = trial(files, "[cells]\nfaulty_rank = [1, 0, 3]\nworld_size = [4, 3]\n");
  std::vector<std::string> cells;
  for (const PlannedCell& planned : plan(skip.matrix, {2}).cells) {
    EXPECT_EQ(*planned.cell.find("world_size"), Value(2)) << planned.cell.id;
    EXPECT_NE(*planned.cell.find("faulty_rank"), Value(3)) << planned.cell.id;
    cells.push_back(planned.cell.id);
  }
  EXPECT_EQ(cells.size(), 2U);
}

TEST(Trial, MayHaveOtherCellsOnGpus) {
  TestFiles files;
  const Trial skip =
      trial(files, "[cells]\ncp = [4]\n[gpu.cells]\ncp = ['gpus']\nworld_size = [2]\n");
  const Plan two = plan(skip.matrix, {2});
  ASSERT_EQ(two.cells.size(), 1U);
  EXPECT_EQ(*two.cells.front().cell.find("cp"), Value(2));
}

TEST(Trial, WithoutExpectationMustPass) {
  TestFiles files;
  const Trial skip = trial(files, "");
  EXPECT_FALSE(expected(skip, cell(skip, {}), "gloo").fault_shows());
}

TEST(Trial, NamesRanksRelativeToTheFaultyOne) {
  struct Row {
    const char* written;
    std::vector<int> ranks;
  };
  for (const auto& [written, ranks] :
       {Row{"'faulty'", {3}}, Row{"'others'", {0, 1, 2}}, Row{"'all'", {0, 1, 2, 3}},
        Row{"['faulty', 'next']", {0, 3}}, Row{"['previous', 1]", {1, 2}}, Row{"['peer']", {2}}}) {
    TestFiles files;
    const Trial skip =
        trial(files, std::string("[expect]\nverdict = 'deadlock'\nranks = ") + written + "\n");
    EXPECT_THAT(expected(skip, cell(skip, {{"faulty_rank", 3}}), "gloo").ranks, Optional(ranks))
        << written;
  }
}

TEST(Trial, ExpectsAnotherOutcomeOnABackendAndNoneWhereTheFaultDoesNotShow) {
  TestFiles files;
  const Trial skip = trial(files,
                           "[expect]\nwhen = 'cp > 1'\nverdict = 'crash'\nclass = 'raised'\n"
                           "ranks = 'faulty'\n[expect.nccl]\nverdict = 'pass'\n");
  const Cell shows = cell(skip, {{"cp", 2}});
  EXPECT_THAT(expected(skip, shows, "gloo").verdicts, ElementsAre("crash"));
  EXPECT_EQ(expected(skip, shows, "gloo").verdict_class, "raised");
  EXPECT_THAT(expected(skip, shows, "nccl").verdicts, ElementsAre("pass"));
  EXPECT_EQ(expected(skip, shows, "nccl").ranks, std::nullopt);
  EXPECT_FALSE(expected(skip, cell(skip, {}), "gloo").fault_shows());
}

TEST(Trial, OfWrongNumbersSaysWhereTheyBegin) {
  TestFiles files;
  const Trial skip = trial(files,
                           "[expect]\nverdict = 'crash'\nat = 'forward: loss in step 1'\n"
                           "[expect.nccl]\nverdict = 'crash'\nranks = 'faulty'\n");
  EXPECT_EQ(expected(skip, cell(skip, {}), "gloo").at, "forward: loss in step 1");
  EXPECT_EQ(expected(skip, cell(skip, {}), "gloo").ranks, std::nullopt);
  EXPECT_EQ(expected(skip, cell(skip, {}), "nccl").at, "");
}

TEST(Trial, ComparesItsCellsWithTheOneThatItsRelationNames) {
  TestFiles files;
  const Trial skip = trial(files,
                           "[cells]\nfaulty_rank = [1]\ncp = [2]\n"
                           "[[relation]]\nname = 'as cp 1'\nset = { cp = 1 }\nexact = true\n");
  const Plan two = plan(skip.matrix, {});
  const auto compared = std::ranges::find_if(
      two.cells, [](const PlannedCell& planned) { return !planned.relations.empty(); });
  ASSERT_NE(compared, two.cells.end());
  EXPECT_EQ(*compared->cell.find("cp"), Value(2));
  EXPECT_EQ(compared->relations.front().name, "as cp 1");
  EXPECT_TRUE(compared->relations.front().exact);
  const PlannedCell* partner = two.find(compared->relations.front().partner);
  ASSERT_NE(partner, nullptr);
  EXPECT_EQ(*partner->cell.find("cp"), Value(1));
}

TEST(Trial, MistakesAreNamed) {
  EXPECT_THAT(error_of("[expect]\nclass = 'a'\n"), HasSubstr("needs a 'verdict'"));
  EXPECT_THAT(error_of("[expect]\nverdict = 'deadlok'\n"), HasSubstr("did you mean 'deadlock'"));
  EXPECT_THAT(error_of("[expect]\nverdict = ['pass', 'crash']\n"), HasSubstr("verdict"));
  EXPECT_THAT(error_of("[expect]\nverdict = 'pass'\nranks = 'fulty'\n"), HasSubstr("'faulty'"));
  EXPECT_THAT(error_of("[expect]\nverdict = 'pass'\nwhen = 'cq = 1'\n"), HasSubstr("case.toml:"));
  EXPECT_THAT(error_of("[cells]\nfaulty_rank = [2]\n"), HasSubstr("faulty_rank"));
  EXPECT_THAT(error_of("[expect]\nverdict = 'pass'\nranks = ['others']\n"),
              HasSubstr("is not a set of ranks"));
}

TEST(Trial, WhatIsExpectedIsTrueOfAFaultAndNamesWhoseItIs) {
  EXPECT_THAT(error_of("[expect]\nverdict = 'timeout'\nranks = 'faulty'\n"),
              HasSubstr("'timeout' is not a fault"));
  EXPECT_THAT(error_of("[expect]\nverdict = 'deadlock'\n"), HasSubstr("the ranks at fault"));
  EXPECT_THAT(
      error_of("[expect]\nverdict = 'deadlock'\nranks = 'all'\n[expect.nccl]\nverdict = 'crash'\n"),
      HasSubstr("the ranks at fault"));
}

}  // namespace
}  // namespace gridlock::matrix
