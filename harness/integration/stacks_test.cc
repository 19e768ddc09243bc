#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "harness/integration/gridlock_run.h"
#include "harness/process/process_tree.h"
#include "harness/process/spawn.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

fs::path python() {
  const char* chosen = std::getenv("GRIDLOCK_PYTHON");
  return chosen != nullptr && *chosen != '\0' ? chosen : INTEGRATION_PYTHON;
}

std::string says(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  char line[4096] = "";
  if (!pipe || fgets(line, sizeof line, pipe.get()) == nullptr) return "";
  const std::string text(line);
  return text.substr(0, text.find('\n'));
}

bool has_py_spy() {
  return fs::exists(python().parent_path() / "py-spy") || !says("command -v py-spy").empty();
}

// Returns an environment with this Python in a folder without py-spy. PATH has only the system's
// programs.
Environment without_py_spy(const Workspace& workspace) {
  const fs::path alone = workspace.root() / "python" / "python3";
  fs::create_directories(alone.parent_path());
  fs::create_symlink(fs::canonical(python()), alone);
  const std::string find_torch =
      " -c 'import importlib.util as u; "
      "print(u.find_spec(\"torch\").submodule_search_locations[0])'";
  const fs::path torch = says(python().string() + find_torch);
  return {
      {"GRIDLOCK_PYTHON", alone}, {"PYTHONPATH", torch.parent_path()}, {"PATH", "/usr/bin:/bin"}};
}

// Expects that gridlock stops the hang at its deadline and still trains the next cell. `stacks`
// returns the name of the file with the stacks of a rank.
void expect_stacks(const Workspace& workspace, GridlockRun& run,
                   const std::function<std::string(int rank)>& stacks) {
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
  const auto records = workspace.results();
  ASSERT_EQ(records.size(), 2u);
  ASSERT_EQ(records[0].verdict, verdict::Verdict::kStall) << records[0].sentence;
  EXPECT_EQ(records[1].verdict, verdict::Verdict::kCrash) << records[1].sentence;
  const fs::path evidence = workspace.root() / "out" / records[0].evidence;
  ASSERT_FALSE(records[0].evidence.empty());
  EXPECT_THAT(read_text(evidence / stacks(1)), HasSubstr("hang_for_good"));
  EXPECT_THAT(read_text(evidence / stacks(0)), HasSubstr("runner.py"));
  EXPECT_THAT(read_text(evidence / "rank1.events.txt"), HasSubstr("step 1"));
}

TEST(Stacks, PySpyTakesThoseOfAHang) {
  if (!has_py_spy()) GTEST_SKIP() << "no py-spy";
  const Workspace workspace;
  GridlockRun run(workspace, run_words("hang", {"--jobs", "1"}));
  expect_stacks(workspace, run,
                [](int rank) { return "stacks-rank" + std::to_string(rank) + ".txt"; });
}

TEST(Stacks, RanksWriteThemWherePySpyIsMissing) {
  if (fs::exists("/usr/bin/py-spy") || fs::exists("/bin/py-spy")) GTEST_SKIP() << "py-spy is there";
  const Workspace workspace;
  GridlockRun run(workspace, run_words("hang", {"--jobs", "1"}), without_py_spy(workspace));
  expect_stacks(workspace, run, [](int rank) { return "rank" + std::to_string(rank) + ".log"; });
  const auto records = workspace.results();
  EXPECT_FALSE(fs::exists(workspace.root() / "out" / records[0].evidence / "stacks-rank1.txt"));
}

TEST(Stacks, RanksBelowExecWriteThemWherePySpyIsMissing) {
  if (fs::exists("/usr/bin/py-spy") || fs::exists("/bin/py-spy")) GTEST_SKIP() << "py-spy is there";
  const Workspace workspace;
  const auto script = workspace.write("train.py", R"(
import torch, torch.distributed as dist
dist.init_process_group("gloo")
def reduce_metrics():
    if dist.get_rank() == 0:
        dist.all_reduce(torch.ones(1))
    dist.barrier()
reduce_metrics()
)");
  GridlockRun run(workspace, exec_words({"-n", "2", "--evidence", "e", script}),
                  without_py_spy(workspace));
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("▸ reduce_metrics  train.py:6"));
  EXPECT_THAT(read_text(workspace.root() / "e" / "stacks-rank1.txt"), HasSubstr("reduce_metrics"));
}

TEST(Stacks, DumpOfAnyProcessNeedsPySpyAndSaysSo) {
  if (fs::exists("/usr/bin/py-spy") || fs::exists("/bin/py-spy")) GTEST_SKIP() << "py-spy is there";
  const Workspace workspace;
  process::Program program;
  program.arguments = {python(), "-c", "import time; time.sleep(600)"};
  const pid_t sleeper = process::spawn(program);
  GridlockRun dump(workspace, {"dump", std::to_string(sleeper)}, without_py_spy(workspace));
  EXPECT_EQ(dump.exit_code(), 2);
  EXPECT_THAT(dump.output(), HasSubstr("py-spy is not installed"));
  process::end_child(sleeper);
}

}  // namespace
}  // namespace gridlock::integration
