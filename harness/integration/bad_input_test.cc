#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;

struct Mistake {
  const char* name;
  const char* matrix;  // contents of m.toml
  Words words;         // arguments after "run m.toml"
  std::vector<const char*> said;
};

constexpr const char* kGood =
    "case = 'tiny'\nstrength = 1\n[axes]\ndevice = ['cpu']\nworld_size = [2]\n";

const Mistake kMistakes[] = {
    {"an axis that there is not",
     "case = 'tiny'\nstrength = 1\n[axes]\nprecison = ['fp32']\n",
     {},
     {"m.toml:4:1:", "precison", "did you mean 'precision'"}},
    {"a value that there is not",
     "case = 'tiny'\nstrength = 1\n[axes]\nfault = ['hnag']\n",
     {},
     {"m.toml:4:", "hnag", "hang"}},
    {"a value of the wrong type",
     "case = 'tiny'\nstrength = 1\n[axes]\nworld_size = ['two']\n",
     {},
     {"m.toml:4:", "two"}},
    {"several mistakes",
     "case = 'tiny'\nstrength = 7\n[axes]\nfault = ['hnag']\n[[xfail]]\nselect = 'cp = 4'\n",
     {},
     {"\nm.toml:4:10: ", "\nm.toml:5:1: ", "\ngridlock: 3 mistakes in m.toml\n"}},
    {"no TOML", "case = 'tiny'\nstrength = \n", {}, {"m.toml:2:"}},
    {"a case that there is not", "case = 'tinny'\nstrength = 1\n", {}, {"m.toml:1:", "'tiny'"}},
    {"constraints that leave no cell",
     "case = 'tiny'\nstrength = 1\n[axes]\nsample = [1, 2]\n"
     "[[constraint]]\nforbid = 'sample < 9'\nreason = 'none'\n",
     {},
     {"m.toml"}},
    {"a selection with an unknown axis", kGood, {"--select", "cq = 4"}, {"--select", "cq", "cp"}},
    {"a selection of nothing", kGood, {"--select", "cp = 4"}, {"no cell"}},
    {"an option that there is not", kGood, {"--teir", "warm"}, {"--teir"}},
    {"a tier that there is not", kGood, {"--tier", "hot"}, {"--tier", "hot"}},
    {"a number of jobs that is none", kGood, {"--jobs", "0"}, {"--jobs"}},
    {"nothing to resume", kGood, {"--resume"}, {"nothing to resume", "results.jsonl"}},
    {"a case folder that there is not", kGood, {"--cases", "nowhere"}, {"nowhere"}},
    {"a debugger without a terminal",
     kGood,
     {"--pdb"},
     {"--pdb: standard input is not a terminal"}},
    {"a debugger in a run of limited time",
     kGood,
     {"--pdb", "--budget", "9"},
     {"--pdb:", "leave --budget out"}},
    {"the folder of another run", kGood, {"--out", "used"}, {"used", "--resume", "--out"}},
};

// The Python of this test cannot be started, so exit code 2 shows that gridlock did not try to.
TEST(BadInput, IsSaidAndNothingIsStarted) {
  for (const Mistake& mistake : kMistakes) {
    SCOPED_TRACE(mistake.name);
    const Workspace workspace;
    workspace.write("m.toml", mistake.matrix);
    workspace.write("used/results.jsonl", "results");
    Words words = run_words("m", mistake.words);
    words[1] = "m.toml";
    GridlockRun run(workspace, words, {{"GRIDLOCK_PYTHON", "/no/python"}});
    EXPECT_EQ(run.exit_code(), 2);
    for (const char* part : mistake.said) EXPECT_THAT(run.output(), HasSubstr(part));
    EXPECT_FALSE(exists(workspace.root() / "out"));
    EXPECT_EQ(read_text(workspace.root() / "used/results.jsonl"), "results");
  }
}

TEST(BadInput, APythonThatCannotBeIsTheEnvironmentsFault) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("waiting"), {{"GRIDLOCK_PYTHON", "/no/python"}});
  EXPECT_EQ(run.exit_code(), 3);
  EXPECT_THAT(run.output(), HasSubstr("/no/python"));
  EXPECT_TRUE(run.nothing_is_left(0)) << describe(run.processes());
}

}  // namespace
}  // namespace gridlock::integration
