// Tests where runs store their results, and that no result is ever lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using verdict::Verdict;

// Returns a matrix with one cell for each value of `samples`.
std::string matrix_text(const std::string& samples) {
  return "case = 'tiny'\nstrength = 'all'\n[axes]\ndevice = ['cpu']\nworld_size = [2]\nsample = " +
         samples + "\n";
}

// Returns the arguments of a run of the workspace's m.toml, which writes to runs/m.
Words m_words(const Words& more = {}) {
  Words words = runs_words("m", more);
  words[1] = "m.toml";
  return words;
}

// Returns the run folders of a matrix, sorted by name.
std::vector<std::string> folders(const Workspace& workspace, const std::string& matrix) {
  const std::string runs = "runs/" + matrix;
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(workspace.root() / runs)) {
    if (!entry.is_symlink()) names.push_back(runs + "/" + entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

// Runs gridlock to its end and returns its output.
std::string run_to_end(const Workspace& workspace, const Words& words, int exit_code) {
  GridlockRun run(workspace, words);
  EXPECT_EQ(run.exit_code(), exit_code) << run.output();
  return run.output();
}

std::vector<std::string> samples(const Workspace& workspace, const std::string& folder) {
  std::vector<std::string> result;
  for (const auto& record : workspace.results(folder)) {
    result.push_back(record.cell.substr(record.cell.find_last_of('.') + 1));
  }
  std::ranges::sort(result);
  return result;
}

TEST(Outputs, ARunWritesItsFiles) {
  const Workspace workspace;
  GridlockRun run(workspace, runs_words("tiers", {"--select", "sample = 1", "--repeat", "2",
                                                  "--json", "all.jsonl", "--junit", "junit.xml"}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());

  ASSERT_EQ(folders(workspace, "tiers").size(), 1u);
  const std::string folder = folders(workspace, "tiers")[0];
  EXPECT_THAT(folder, ::testing::EndsWith("-part"));
  const auto records = workspace.results(folder);
  ASSERT_EQ(records.size(), 4u);  // two cells, twice each
  for (std::size_t i = 0; i < records.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(records[i].verdict, Verdict::kPass) << records[i].sentence;
    const std::size_t twin = records[i].repetition == 0 ? i : i - 1;
    EXPECT_EQ(records[i].cell, records[twin].cell);
    EXPECT_EQ(records[i].reports[0].losses, records[twin].reports[0].losses);
  }
  EXPECT_EQ(read_text(workspace.root() / "all.jsonl"),
            read_text(workspace.root() / folder / "results.jsonl"));
  EXPECT_THAT(read_text(workspace.root() / "junit.xml"),
              AllOf(HasSubstr("tests=\"4\""), HasSubstr("before-block")));
  EXPECT_THAT(run.output(),
              AllOf(HasSubstr("OK: 4 cells as expected"), HasSubstr("results     " + folder)));
}

TEST(Outputs, TheSchemaOfResultsIsPrinted) {
  const Workspace workspace;
  EXPECT_THAT(run_to_end(workspace, {"schema"}, 0), HasSubstr("results  a line of results.jsonl"));
  const auto schema = verdict::Json::parse(run_to_end(workspace, {"schema", "results"}, 0));
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(schema["properties"]["cell"]["type"], "string");
  EXPECT_THAT(run_to_end(workspace, {"schema", "reslts"}, 2), HasSubstr("did you mean 'results'?"));
}

// Results must survive even if the printed commands are pasted one after another.
TEST(Outputs, NoRunReplacesOrMovesTheResultsOfAnother) {
  const Workspace workspace;
  EXPECT_THAT(run_to_end(workspace, runs_words("raises"), 1),
              HasSubstr("results     runs/raises/"));
  ASSERT_EQ(folders(workspace, "raises").size(), 1u);
  const std::string whole = folders(workspace, "raises")[0];
  const std::filesystem::path link = workspace.root() / "runs/raises/latest";
  EXPECT_EQ("runs/raises/" + read_symlink(link).string(), whole);
  const std::string results = read_text(workspace.root() / whole / "results.jsonl");

  const auto records = workspace.results(whole);
  for (int i = 0; i < 2; ++i) {
    const auto failed = std::ranges::find(records, true, &verdict::CellRecord::unexpected);
    ASSERT_NE(failed, records.end());
    const std::string output = run_to_end(workspace, pasted(failed->rerun), 1);
    EXPECT_THAT(output, HasSubstr("-part"));
  }
  const auto all = folders(workspace, "raises");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0], whole);
  EXPECT_EQ(workspace.results(all[1]).size(), 1u);
  EXPECT_EQ(workspace.results(all[2]).size(), 1u);
  EXPECT_EQ(read_text(workspace.root() / whole / "results.jsonl"), results);
  EXPECT_EQ("runs/raises/" + read_symlink(link).string(), whole);
}

TEST(Outputs, FailedCellsAreTrainedAgainInAPart) {
  const Workspace workspace;
  run_to_end(workspace, runs_words("raises"), 1);
  run_to_end(workspace, runs_words("raises", {"--failed", "--jobs", "1", "-x"}), 1);
  auto all = folders(workspace, "raises");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(all[1], ::testing::EndsWith("-part"));
  EXPECT_EQ(workspace.results(all[1]).size(), 1u);
  // The resumed run also reports the failures of the run that it resumes.
  const std::string output =
      run_to_end(workspace, runs_words("raises", {"--failed", "--resume"}), 1);
  EXPECT_EQ(folders(workspace, "raises"), all);
  EXPECT_EQ(workspace.results(all[1]).size(), 3u);
  for (const auto& record : workspace.results(all[1])) EXPECT_EQ(record.verdict, Verdict::kCrash);
  EXPECT_THAT(output, HasSubstr("results     " + all[1]));
}

// `gridlock new case` names each matrix matrix.toml, so the runs of all of them share a folder.
TEST(Outputs, FailuresOfAnotherMatrixWithTheSameNameAreNotTaken) {
  const Workspace workspace;
  const std::string text =
      "case = 'tiny'\nstrength = 1\n[axes]\ndevice = ['cpu']\nworld_size = [2]\n";
  workspace.write("mine/matrix.toml", text);
  workspace.write("other/matrix.toml", text);
  const auto words = [](const char* file, const Words& more = {}) {
    Words all = runs_words("matrix", more);
    all[1] = file;
    return all;
  };
  run_to_end(workspace, words("mine/matrix.toml"), 0);
  EXPECT_THAT(run_to_end(workspace, words("mine/matrix.toml", {"--failed"}), 0),
              HasSubstr("nothing to train"));
  EXPECT_THAT(run_to_end(workspace, words("other/matrix.toml", {"--failed"}), 2),
              HasSubstr("no run of all cells of other/matrix.toml in runs/matrix"));
}

TEST(Outputs, TheFailuresOfARunInAFolderOfTheUsersAreTrainedAgainInAPart) {
  const Workspace workspace;
  run_to_end(workspace, run_words("raises", {"--out", "mine"}), 1);
  const std::string results = read_text(workspace.root() / "mine/results.jsonl");
  EXPECT_THAT(run_to_end(workspace, runs_words("raises", {"--failed"}), 2),
              HasSubstr("raises.toml in runs/raises; name the folder of a run by --out DIR"));
  run_to_end(workspace, run_words("raises", {"--failed", "--out", "mine", "--jobs", "1", "-x"}), 1);
  const auto all = folders(workspace, "raises");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_THAT(all[0], ::testing::EndsWith("-part"));
  EXPECT_EQ(workspace.results(all[0]).size(), 1u);
  run_to_end(workspace, runs_words("raises", {"--failed", "--resume"}), 1);
  EXPECT_EQ(workspace.results(all[0]).size(), 3u);
  EXPECT_EQ(read_text(workspace.root() / "mine/results.jsonl"), results);
  EXPECT_THAT(run_to_end(workspace, run_words("tiers", {"--failed", "--out", "mine"}), 2),
              HasSubstr("--failed: mine holds a run of matrix raises, not of tiers"));
}

TEST(Outputs, PruneRemovesNothingInADryRun) {
  const Workspace workspace;
  workspace.write("m.toml", matrix_text("[1, 2]"));
  run_to_end(workspace, m_words({"--select", "sample = 1"}), 0);
  const auto before = folders(workspace, "m");
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(run_to_end(workspace, {"prune", "m", "--keep", "0", "--dry-run"}, 0),
            "would remove  " + before[0] + "\n");
  EXPECT_EQ(folders(workspace, "m"), before);
  EXPECT_EQ(run_to_end(workspace, {"prune", "m", "--keep", "0"}, 0),
            "removed       " + before[0] + "\n");
  EXPECT_TRUE(folders(workspace, "m").empty());
}

TEST(Outputs, WhenNothingFailedNothingIsTrainedAgain) {
  const Workspace workspace;
  workspace.write("m.toml", matrix_text("[1]"));
  EXPECT_THAT(run_to_end(workspace, m_words({"--failed"}), 2), HasSubstr("no run of all cells"));
  run_to_end(workspace, m_words(), 0);
  EXPECT_THAT(run_to_end(workspace, m_words({"--failed"}), 0),
              HasSubstr("nothing to train: the one finished cell of 2"));
  EXPECT_EQ(folders(workspace, "m").size(), 1u);
}

TEST(Outputs, AFolderWithResultsTakesNoOtherRun) {
  const Workspace workspace;
  workspace.write("m.toml", matrix_text("[1]"));
  Words words = m_words();
  words.insert(words.end(), {"--out", "mine"});
  run_to_end(workspace, words, 0);
  const std::string results = read_text(workspace.root() / "mine/results.jsonl");
  EXPECT_THAT(run_to_end(workspace, run_words("raises", {"--out", "mine"}), 2),
              HasSubstr("mine holds 1 result of matrix m from an earlier run"));
  EXPECT_THAT(run_to_end(workspace, run_words("raises", {"--out", "mine", "--resume"}), 2),
              AllOf(HasSubstr("cannot resume: mine holds a run of matrix m ("),
                    HasSubstr("m.toml), not of raises (")));
  EXPECT_EQ(read_text(workspace.root() / "mine/results.jsonl"), results);
}

TEST(Outputs, ARunOfAnEditedMatrixKeepsTheResultsOfItsUnchangedCells) {
  const Workspace workspace;
  workspace.write("m.toml", matrix_text("[1, 2]"));
  run_to_end(workspace, m_words(), 0);
  workspace.write("m.toml", matrix_text("[2, 3]"));
  const std::string output = run_to_end(workspace, m_words({"--resume"}), 0);
  EXPECT_THAT(output, AllOf(HasSubstr("1 cell of the earlier run is no longer in the matrix"),
                            HasSubstr("OK: 2 cells as expected")));
  ASSERT_EQ(folders(workspace, "m").size(), 1u);
  EXPECT_THAT(samples(workspace, folders(workspace, "m")[0]),
              ElementsAre("full_shard", "sample2", "sample3"));
  EXPECT_EQ(workspace.trainings().size(), 6u);  // three cells, two ranks each
}

TEST(Outputs, ARunIsResumedDespiteEditsOfItsCaseOnlyOnRequest) {
  const Workspace workspace;
  std::filesystem::create_directory(workspace.root() / "cases");
  std::filesystem::copy(INTEGRATION_FOLDER "/cases/tiny", workspace.root() / "cases/tiny",
                        std::filesystem::copy_options::recursive);
  workspace.write("m.toml", matrix_text("[1]"));
  const auto words = [](const Words& more) {
    Words all = {"run", "m.toml", "--cases", "cases"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  run_to_end(workspace, words({}), 0);
  std::ofstream(workspace.root() / "cases/tiny/case.py", std::ios::app) << "# edited\n";
  EXPECT_THAT(run_to_end(workspace, words({"--resume"}), 2),
              HasSubstr("cannot resume: case.py of the case was edited since runs/m/2"));
  EXPECT_THAT(
      run_to_end(workspace, words({"--resume", "--despite-edits"}), 0),
      HasSubstr("  note        case.py of the case was edited since this run began; 1 result"));
}

TEST(Outputs, ARunWhoseCellsAreAllSkippedIsNotOk) {
  const Workspace workspace;
  workspace.write("m.toml",
                  "case = 'tiny'\nstrength = 1\n[axes]\n"
                  "device = ['cpu']\nworld_size = [{ value = 2, needs = 'gpus:64' }]\n");
  EXPECT_THAT(run_to_end(workspace, m_words(), 3), HasSubstr("NOTHING RAN: 1 cell skipped ("));
}

TEST(Outputs, ARunThatCannotWriteWhatIsAskedForMakesNothing) {
  const Workspace workspace;
  workspace.write("m.toml", matrix_text("[1]"));
  EXPECT_THAT(run_to_end(workspace, m_words({"--json", "none/results.jsonl"}), 2),
              HasSubstr("--json: cannot write none/results.jsonl: No such file or directory"));
  EXPECT_FALSE(std::filesystem::exists(workspace.root() / "none"));
  EXPECT_FALSE(std::filesystem::exists(workspace.root() / "runs"));
}

TEST(Outputs, ARunThatCannotBeginLeavesNoFolder) {
  const Workspace workspace;
  workspace.write("m.toml", matrix_text("[1]"));
  run_to_end(workspace, m_words(), 0);
  const auto before = folders(workspace, "m");
  GridlockRun run(workspace, m_words(), {{"GRIDLOCK_PYTHON", "/no/python"}});
  EXPECT_EQ(run.exit_code(), 3) << run.output();
  EXPECT_EQ(folders(workspace, "m"), before);
  EXPECT_EQ("runs/m/" + read_symlink(workspace.root() / "runs/m/latest").string(), before[0]);

  workspace.write("mine/notes", "");
  GridlockRun other(workspace, run_words("waiting", {"--out", "mine"}),
                    {{"GRIDLOCK_PYTHON", "/no/python"}});
  EXPECT_EQ(other.exit_code(), 3) << other.output();
  EXPECT_TRUE(exists(workspace.root() / "mine/notes"));
  EXPECT_FALSE(exists(workspace.root() / "mine/results.jsonl"));

  EXPECT_THAT(run_to_end(workspace, {"prune", "m", "--keep", "0"}, 0),
              HasSubstr("kept          " + before[0] + " (latest)"));
  EXPECT_EQ(folders(workspace, "m"), before);
}

}  // namespace
}  // namespace gridlock::integration
