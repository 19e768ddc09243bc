// Tests of the commands list, explain and new, and of arguments that name matrices.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/arguments/command.h"
#include "harness/cli/certificate_of.h"
#include "harness/cli/compile_limits_text.h"
#include "harness/cli/explain.h"
#include "harness/cli/failed.h"
#include "harness/cli/list.h"
#include "harness/cli/matrix_options.h"
#include "harness/cli/new_case.h"
#include "harness/cli/run_arguments.h"
#include "harness/workspace/find_cell.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/diagnostic.h"
#include "matrix/planner.h"
#include "matrix/schema.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using workspace::find_cell;
using workspace::load_matrix;
using workspace::MatrixArguments;
using workspace::plan_options;

const fs::path kRoot = GRIDLOCK_ROOT;
[[maybe_unused]] const int kCalledAs = setenv("GRIDLOCK_PROGRAM", "./gridlock", 1);

constexpr const char* kCell = "dense/fp32.cp4-ring.uncompiled.full_shard";

class MatrixCommands : public testing::Test {
 protected:
  MatrixCommands() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("gridlock.commands.") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~MatrixCommands() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  matrix::Matrix small() const {
    MatrixArguments arguments;
    arguments.file = write("small.toml", R"(
case = "dense"
description = "a small one"
strength = 2
[axes]
cp = [1, 4, 8]
rotation = ["ring"]
device = ["auto", "cuda"]
[[add]]
axes = { world_size = 6, cp = 4 }
[[relation]]
name = "cp N ≈ cp 1"
set = { cp = 1 }
[[relation]]
name = "same bits"
repeat = true
select = "role = reference"
[[xfail]]
select = "cp = 4"
issue = "https://example.org/7"
[[quarantine]]
select = "device = cuda"
owner = "ops"
review_by = 2030-05-06
reason = "new driver"
)")
                         .string();
    return load_matrix(arguments, kRoot);
  }

  fs::path folder_;
};

std::string refusal_of(const fs::path& folder) {
  try {
    certificate_of(folder);
  } catch (const matrix::InputError& error) {
    return error.what();
  }
  return "";
}

TEST_F(MatrixCommands, TheCertificateOfAnEvidenceFolderIsFound) {
  for (const char* cell : {"a", "b", "c"}) fs::create_directories(folder_ / "run" / cell);
  EXPECT_THAT(refusal_of(folder_ / "run"), HasSubstr("run holds no certificate.json: only a "));
  write("run/c/diagnosis.txt", "");
  EXPECT_THAT(refusal_of(folder_ / "run"), HasSubstr("run/c/diagnosis.txt"));
  const fs::path first = write("run/a/certificate.json", "{}");
  EXPECT_EQ(certificate_of(folder_ / "run" / "a"), first);
  EXPECT_EQ(certificate_of(folder_ / "run"), first);
  write("run/b/certificate.json", "{}");
  EXPECT_EQ(certificate_of(folder_ / "run" / "a"), first);
  const std::string several = refusal_of(folder_ / "run");
  EXPECT_THAT(several, HasSubstr("holds 2 certificates; check one of them:"));
  EXPECT_THAT(several, HasSubstr("run/a/certificate.json\n"));
  EXPECT_THAT(several, HasSubstr("run/b/certificate.json"));
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const matrix::InputError& error) {
    return error.what();
  }
  return "";
}

TEST_F(MatrixCommands, ArgumentsAreThoseOfTheCommandLine) {
  const arguments::Program app("");
  MatrixArguments arguments;
  add_matrix_arguments(app, arguments);
  app.parse(
      {"--cases", "a", "cp32", "--cases", "b", "--strength", "all", "--select", "cp=4 & dynamic"});
  EXPECT_EQ(arguments.file, "cp32");
  EXPECT_THAT(arguments.case_folders, testing::ElementsAre("a", "b"));
  EXPECT_EQ(plan_options(arguments).strength, 0);
  EXPECT_EQ(plan_options(arguments).select, "cp=4 & dynamic");
  EXPECT_FALSE(plan_options({}).strength.has_value());
}

TEST_F(MatrixCommands, ResumeCommandHasWhatTheRunWasStartedWithButItsLimits) {
  matrix::Matrix matrix;
  matrix.file = "/m.toml";
  RunArguments arguments;
  EXPECT_EQ(resume_command(arguments, matrix, "/runs/m"),
            "./gridlock run /m.toml --resume --out /runs/m");
  arguments.matrix.select = "cp = 4";
  arguments.failed = arguments.no_probe = true;
  arguments.training.tier = "warm";
  arguments.jobs = "2";
  arguments.training.repeat = 3;
  arguments.deadline_seconds = 7.5;
  arguments.json = "all.jsonl";
  arguments.junit = "my junit.xml";
  arguments.html = "page.html";
  arguments.launcher = "mpirun";
  arguments.agents = 4;
  arguments.max_failures = 1;
  arguments.budget_seconds = 60;
  EXPECT_EQ(resume_command(arguments, matrix, "/runs/m"),
            "./gridlock run /m.toml --select 'cp = 4' --failed --tier warm --jobs 2 --repeat 3 "
            "--deadline 7.5 --no-probe --json all.jsonl --junit 'my junit.xml' --html page.html "
            "--launcher mpirun --agents 4 --resume --out /runs/m");
  RunArguments resumed;
  resumed.despite_edits = true;
  EXPECT_EQ(resume_command(resumed, matrix, "/runs/m"),
            "./gridlock run /m.toml --despite-edits --resume --out /runs/m");
}

TEST_F(MatrixCommands, FailuresAreSelectedWithTheReferencesThatJudgeThem) {
  const matrix::Matrix matrix = small();
  const matrix::Plan all = matrix::plan(matrix, {});
  Failures failures;
  for (const auto& planned : all.cells) {
    const bool judged =
        !planned.relations.empty() && planned.relations[0].partner != planned.cell.id;
    if (judged && failures.cells.empty()) failures.cells.insert(planned.cell.id);
  }
  ASSERT_EQ(failures.cells.size(), 1u);
  const std::string failed = *failures.cells.begin();
  const matrix::Plan plan = matrix::plan(matrix, {}, {{}, selection_of(failures, "")});
  EXPECT_NE(plan.find(failed), nullptr);
  EXPECT_NE(plan.find(all.find(failed)->relations[0].partner), nullptr);
  EXPECT_LT(plan.cells.size(), all.cells.size());

  for (int i = 0; i < 2000; ++i) failures.cells.insert("dense/gone" + std::to_string(i));
  EXPECT_EQ(matrix::plan(matrix, {}, {{}, selection_of(failures, "")}).cells.size(),
            plan.cells.size());
  EXPECT_THROW(matrix::plan(matrix, {}, {{}, selection_of(failures, "precision = bf16")}),
               matrix::InputError);
}

TEST_F(MatrixCommands, ListShowsReferencesApartAndWhatCannotBe) {
  const matrix::Matrix matrix = small();
  const std::string text = list_text(matrix, matrix::plan(matrix, {}));
  EXPECT_THAT(text, HasSubstr("small: a small one"));
  const auto references = text.find("References"), cells = text.find("\nCells");
  const auto reference = text.find("  dense/fp32.cp1.uncompiled.full_shard\n");
  EXPECT_LT(references, reference);
  EXPECT_LT(reference, cells);
  EXPECT_THAT(text, HasSubstr(std::string("  ") + kCell + "  xfail: https://example.org/7\n"));
  EXPECT_THAT(text, HasSubstr("skipped: no GPU"));
  EXPECT_THAT(text, HasSubstr("quarantined until 2030-05-06"));
  EXPECT_THAT(text, HasSubstr("dense/fp32.ws6.cp4-ring.uncompiled.full_shard: cp must divide"));
  EXPECT_THAT(text, HasSubstr("2 cells and 2 references, 2 of them skipped here; 2 infeasible"));
  // The 7 feasible pairs are cp 1 or 4 with each device (4), ring with each device (2), and cp 4
  // with ring.
  EXPECT_THAT(text, HasSubstr("coverage: 4 of 7 feasible pairs of values"));
}

TEST_F(MatrixCommands, ListWarnsWhereNumbersAreComparedWithNothing) {
  const auto listed = [&](const std::string& text) {
    MatrixArguments arguments;
    arguments.file = write("own.toml", "case = 'dense'\nstrength = 1\n" + text).string();
    const matrix::Matrix matrix = load_matrix(arguments, kRoot);
    return list_text(matrix, matrix::plan(matrix, {}));
  };
  const std::string warning = "\nwarning: no relation applies, so numbers are not compared\n";
  EXPECT_THAT(listed("[axes]\nlayers = [1, 2]\n"), HasSubstr(warning));
  EXPECT_THAT(listed("standard_relations = false\n[axes]\ncp = [1, 2]\n"), HasSubstr(warning));
  EXPECT_THAT(listed("[axes]\ncp = [1, 2]\n"), Not(HasSubstr("not compared")));
  EXPECT_THAT(listed("[axes]\nlayers = [1]\n[[add]]\naxes = { cp = 2, layers = 2 }\n"),
              HasSubstr("2 cells and 1 reference; 1 not compared with any cell\n"));
}

TEST_F(MatrixCommands, JsonSaysTheSame) {
  const matrix::Matrix matrix = small();
  const auto json = list_json(matrix, matrix::plan(matrix, {}));
  EXPECT_EQ(json["cells"].size(), 4U);
  EXPECT_EQ(json["cells"][0]["role"], "reference");
  EXPECT_EQ(json["infeasible"].size(), 2U);
  EXPECT_EQ(json["coverage"]["covered"], 4);
  for (const auto& cell : json["cells"]) {
    if (cell["cell"] != kCell) continue;
    EXPECT_EQ(cell["axes"]["cp"], 4);
    EXPECT_EQ(cell["axes"]["load_balance"], false);
    EXPECT_EQ(cell["axes"]["rotation"], "ring");
    EXPECT_FALSE(cell["axes"].contains("backend"));
    EXPECT_EQ(cell["relations"][0]["partner"], "dense/fp32.cp1.uncompiled.full_shard");
    EXPECT_EQ(cell["xfail"]["strict"], false);
    return;
  }
  FAIL() << "no such cell";
}

std::string explained(const matrix::Matrix& matrix, const std::string& id) {
  const matrix::Plan plan = matrix::plan(matrix, {});
  return explain_text(matrix, {}, plan, find_cell(matrix, plan, id).cell,
                      "./gridlock run small.toml");
}

TEST_F(MatrixCommands, ExplainSaysEverythingOfAPlannedCell) {
  const std::string text = explained(small(), kCell);
  EXPECT_THAT(text, HasSubstr("In the plan of 'small': it covers pairs of values"));
  EXPECT_THAT(text, HasSubstr("context-parallel degree"));
  EXPECT_THAT(text, HasSubstr("backend (only where compile != none)"));
  EXPECT_THAT(text, HasSubstr("cp N ≈ cp 1: dense/fp32.cp1.uncompiled.full_shard"));
  EXPECT_THAT(text, HasSubstr("Expected to fail: https://example.org/7"));
  EXPECT_THAT(text, HasSubstr("Runs 3 steps on 4 ranks"));
  EXPECT_THAT(text, HasSubstr("a cell without progress for 120 s is stopped. To train"));
  EXPECT_THAT(text, HasSubstr(std::string("./gridlock run small.toml --select '") + kCell + "'"));
}

TEST_F(MatrixCommands, ExplainSaysWhatTheCompilerOfACellMayDo) {
  MatrixArguments arguments;
  arguments.file = write("compiled.toml",
                         "case = 'dense'\ndescription = 'one'\nstrength = 1\n"
                         "[run]\ndeadline_seconds = 50\n[axes]\n"
                         "compile = ['before_fsdp']\n[[compile_limit]]\nrecompiles = 2\n")
                       .string();
  const matrix::Matrix matrix = load_matrix(arguments, kRoot);
  const std::string compiled = matrix::plan(matrix, {}).cells.back().cell.id;
  EXPECT_THAT(explained(matrix, compiled),
              AllOf(HasSubstr("recompiles of a function: 2 at most"),
                    HasSubstr("without progress for 50 s (250 s while it compiles) is stopped")));
  EXPECT_EQ(compile_limits_text({}), "");
  matrix::CompileLimits limits;
  limits.breaks = 0;
  limits.breaks_at = {"fsdp", "case.py:log"};
  limits.speedup = 0.9;
  EXPECT_EQ(compile_limits_text(limits), R"(
Limits on torch.compile
  graph breaks of a rank: 0 at most, besides fsdp, case.py:log
  steady steps: at least 0.9 times as fast as uncompiled ones
)");
}

TEST_F(MatrixCommands, ExplainSaysWhatTheLastRunMeasured) {
  verdict::CellRecord record;
  record.cell = kCell;
  record.comparisons = {
      {"cp N ≈ cp 1", "dense/cp1", "loss", 3, 1.5e-7, 4.25e-6, 5e-7, 8, "dense/r"},
      {"cp N ≈ cp 1", "dense/cp1", "grad norm", 1, 0, 1e-5},
      {"same bits", kCell, "loss", 1, 0, 0}};
  EXPECT_EQ(results_text("runs/small", {record}, kCell), R"(
In runs/small: pass
  cp N ≈ cp 1: dense/cp1
    loss: a difference of 1.5e-07 at step 3, where 4.25e-06 is allowed
      = 8.5 standard deviations of 5e-07, over 8 trainings with random rounding of dense/r
    grad norm: a difference of 0 at step 1, where 1e-05 is allowed
  same bits: an earlier training of the same cell
    loss: the same bits
)");
  record.comparisons.clear();
  record.unjudged = true;
  EXPECT_EQ(results_text("runs/small", {record}, kCell),
            "\n"
            "In runs/small: pass, but no relation "
            "compares its numbers\n");
  EXPECT_EQ(results_text("runs/small", {record}, "dense/other"), "");
}

TEST_F(MatrixCommands, ExplainSaysWhyACellIsNotPlanned) {
  EXPECT_THAT(explained(small(), "dense/bf16.cp8-ring.uncompiled.full_shard"),
              HasSubstr("Not in the plan of 'small': infeasible: cp must divide the world size"));
  EXPECT_THAT(explained(small(), "dense/bf16.cp1.uncompiled.full_shard"),
              HasSubstr("feasible, but not needed"));
  EXPECT_THAT(explained(small(), "dense/fp32.cp1.uncompiled.full_shard"), HasSubstr("a reference"));
}

TEST_F(MatrixCommands, ExplainOfAnUnknownCellNamesTheNearest) {
  try {
    explained(small(), "dense/fp32.cp4-rnig.uncompiled.full_shard");
    FAIL();
  } catch (const matrix::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(std::string("did you mean '") + kCell + "'?"));
  }
}

TEST_F(MatrixCommands, ExplainTakesTheBeginningOfAnId) {
  EXPECT_THAT(explained(small(), "dense/fp32.cp4-ring"), StartsWith(kCell));
  EXPECT_THAT(
      refusal([&] { explained(small(), "dense/"); }),
      AllOf(HasSubstr("'dense/' is the beginning of "), HasSubstr(std::string("\n  ") + kCell)));
}

TEST_F(MatrixCommands, NewCaseLoadsAndItsMatrixPlans) {
  const fs::path skeleton = kRoot / "harness" / "cli" / "skeleton";
  EXPECT_EQ(new_case("my-case", folder_, skeleton), folder_ / "my-case");
  MatrixArguments arguments;
  arguments.file = (folder_ / "my-case" / "my-case.toml").string();
  arguments.case_folders = {folder_.string()};
  const matrix::Matrix matrix = load_matrix(arguments, kRoot);
  EXPECT_EQ(matrix.schema().case_name, "my-case");
  EXPECT_EQ(matrix.the_case.folder, folder_ / "my-case");
  for (int gpus : {0, 1, 4}) EXPECT_FALSE(matrix::plan(matrix, {gpus}).cells.empty());
  std::ostringstream python;
  python << std::ifstream(folder_ / "my-case" / "case.py").rdbuf();
  EXPECT_THAT(python.str(), Not(HasSubstr("{name}")));
}

TEST_F(MatrixCommands, AMatrixInTheFolderOfItsCaseFindsIt) {
  new_case("my-case", folder_, kRoot / "harness" / "cli" / "skeleton");
  MatrixArguments arguments;
  arguments.file = (folder_ / "my-case" / "my-case.toml").string();
  EXPECT_EQ(load_matrix(arguments, kRoot).the_case.folder, folder_ / "my-case");
}

TEST_F(MatrixCommands, ANewCaseGoesWhereItsAuthorIs) {
  EXPECT_EQ(case_folder("", folder_, kRoot), folder_);
  EXPECT_EQ(case_folder("mine", folder_, kRoot), "mine");
  EXPECT_EQ(case_folder("", kRoot, kRoot), kRoot / "cases");
}

TEST_F(MatrixCommands, NewCaseNeverOverwrites) {
  const fs::path skeleton = kRoot / "harness" / "cli" / "skeleton";
  fs::create_directories(folder_ / "taken");
  write("taken/case.py", "mine");
  EXPECT_THROW(new_case("taken", folder_, skeleton), matrix::InputError);
  std::ostringstream kept;
  kept << std::ifstream(folder_ / "taken" / "case.py").rdbuf();
  EXPECT_EQ(kept.str(), "mine");
}

TEST_F(MatrixCommands, NewCaseRefusesBadNames) {
  const fs::path skeleton = kRoot / "harness" / "cli" / "skeleton";
  for (const char* name : {"", "../x", "a b", "9lives", "Dense", "a.b", "a/b", "-x"}) {
    EXPECT_THROW(new_case(name, folder_, skeleton), matrix::InputError) << name;
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace gridlock::cli
