// Checks the message for each mistake in a matrix file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "matrix/matrix.h"
#include "matrix/test_files.h"

namespace gridlock::matrix {
namespace {

using testing::HasSubstr;

TEST(Load, ReadsEveryKey) {
  TestFiles files;
  const Matrix matrix = files.matrix(R"(
description = "d"
seed = 7
standard_relations = false
[run]
steps = 5
compile_options = { epilogue_fusion = false, "triton.cudagraphs" = true }
deadline_seconds = 2.5
compile_deadline_seconds = 60
[axes]
cp = [1, { value = 4, needs = "gpus:4", rare = true }]
dynamic = { values = [true, false], when = "cp = 4" }
[gpu.axes]
world_size = ["gpus"]
[[constraint]]
forbid = "cp = 4 & compile = none"
reason = "r"
[[add]]
axes = { cp = 4 }
[[drop]]
select = "cp = 4 & role = covering"
[reference]
reset = ["world_size"]
[[relation]]
name = "n"
set = { compile = "none" }
select = "cp = 4"
[[relation]]
name = "twice"
repeat = true
[[compile_limit]]
select = "cp = 4"
breaks = 0
breaks_at = ["logging", "case.py:forward", "m/b.py", "b.py:<dictcomp>"]
recompiles = 2
skew_seconds = 5
growth = 4
[[xfail]]
select = "cp = 4"
issue = "https://example.org/1"
verdict = "wrong"
strict = true
[[quarantine]]
select = "toy/fp32*"
owner = "me"
review_by = 2030-01-02
reason = "flaky"
)");
  EXPECT_EQ(matrix.name, "m");
  EXPECT_EQ(matrix.recipe.seed, 7);
  EXPECT_EQ(matrix.recipe.steps, 5);
  EXPECT_EQ(matrix.recipe.compile_options,
            (Choice{{"epilogue_fusion", false}, {"triton.cudagraphs", true}}));
  EXPECT_EQ(matrix.recipe.deadline_seconds, 2.5);
  EXPECT_EQ(matrix.recipe.compile_deadline_seconds, 60);
  EXPECT_EQ(matrix.axes.at("cp").values[1].needs, "gpus:4");
  EXPECT_TRUE(matrix.axes.at("cp").values[1].rare);
  EXPECT_TRUE(matrix.axes.at("dynamic").when.has_value());
  EXPECT_EQ(matrix.gpu_axes.at("world_size").values[0].value, Value("gpus"));
  EXPECT_EQ(matrix.constraints.at(0).reason, "r");
  EXPECT_EQ(matrix.added.at(0).axes.at("cp"), Value(4));
  EXPECT_EQ(matrix.dropped.size(), 1U);
  EXPECT_FALSE(matrix.relations.at(0).exact);
  EXPECT_TRUE(matrix.relations.at(1).exact);
  EXPECT_TRUE(matrix.relations.at(1).set.empty());
  const CompileLimitRule& limit = matrix.compile_limits.at(0);
  EXPECT_TRUE(limit.select.has_value());
  EXPECT_EQ(limit.limits.breaks, 0);
  EXPECT_EQ(limit.limits.breaks_at,
            (std::vector<std::string>{"logging", "case.py:forward", "m/b.py", "b.py:<dictcomp>"}));
  EXPECT_EQ(limit.limits.recompiles, 2);
  EXPECT_EQ(limit.limits.skew_seconds, 5);
  EXPECT_EQ(limit.limits.growth, 4);
  EXPECT_EQ(matrix.xfails.at(0).expectation.verdict, "wrong");
  EXPECT_TRUE(matrix.xfails.at(0).expectation.strict);
  EXPECT_EQ(matrix.quarantines.at(0).quarantine.review_by, "2030-01-02");
}

TEST(Load, ValuesThatNeedHardwareInherentlySaySo) {
  TestFiles files;
  const Matrix matrix = files.matrix("[axes]\ndevice = ['cpu', 'cuda']\n");
  EXPECT_EQ(matrix.axes.at("device").values[1].needs, "gpu");
}

TEST(Load, RunDefaultsComeFromTheCase) {
  TestFiles files;
  files.write("cases/toy/case.toml",
              "name = 'toy'\ndescription = 'd'\n[case]\nsteps = 9\ndeadline_seconds = 30\n"
              "packages = ['json']\n");
  const Matrix matrix = files.matrix("[run]\nsteps = 2\n[axes]\ncp = [1]\n");
  EXPECT_EQ(matrix.recipe.steps, 2);
  EXPECT_EQ(matrix.recipe.deadline_seconds, 30);
  EXPECT_EQ(matrix.the_case.packages, std::vector<std::string>{"json"});
}

struct BadMatrix {
  const char* text;  // text of the file from line 3 on
  std::vector<const char*> message;
};

class LoadErrors : public testing::TestWithParam<BadMatrix> {};

TEST_P(LoadErrors, SayWhereAndWhatWasExpected) {
  TestFiles files;
  const std::string error = files.error(GetParam().text);
  EXPECT_THAT(error, HasSubstr("m.toml:"));
  for (const char* part : GetParam().message) EXPECT_THAT(error, HasSubstr(part));
}

INSTANTIATE_TEST_SUITE_P(
    Load, LoadErrors,
    testing::Values(
        BadMatrix{"axis = 1\n", {":3:1: unknown key 'axis'", "'axes'"}},
        BadMatrix{"[axes]\n", {":3:2", "lists no axis"}}, BadMatrix{"", {"lists no axis"}},
        BadMatrix{"[axes]\nprecison = ['fp32']\n",
                  {":4:1: unknown axis 'precison' (did you mean 'precision'?)"}},
        BadMatrix{"[axes]\nprecision = ['fp32', 'fp61']\n",
                  {":4:22: 'precision' has no value 'fp61' (did you mean 'fp16'?)"}},
        BadMatrix{"[axes]\ncp = ['4']\n", {":4:7: 'cp' takes an integer, not a word ('4')"}},
        BadMatrix{"[axes]\ncp = [true]\n", {":4:7: 'cp' takes an integer, not a boolean"}},
        BadMatrix{"[axes]\ncp = [1.5]\n", {":4:7: 'cp' takes an integer, not a number ('1.5')"}},
        BadMatrix{"[axes]\ncp = 4\n", {":4:6: 'cp' in [axes] must be an array, not an integer"}},
        BadMatrix{"[axes]\ncp = []\n", {":4:6: 'cp' lists no values"}},
        BadMatrix{"[axes]\ncp = [1, 1]\n", {":4:10: 'cp' lists 1 twice"}},
        BadMatrix{"[axes]\nlayers = [0]\n", {":4:11: 'layers' must be a positive integer, not 0"}},
        BadMatrix{"[axes]\nworld_size = ['gpus']\n", {":4:15: 'world_size' takes an integer"}},
        BadMatrix{"[axes]\ncp = [{ value = 4, need = 'gpu' }]\n", {":4:20: unknown key 'need'"}},
        BadMatrix{"[axes]\ncp = [{ value = 4, needs = 'tpu' }]\n", {":4:20", "\"gpus:4\""}},
        BadMatrix{"[axes]\ncp = [1]\ncp = [2]\n", {":5:", "not TOML"}},
        BadMatrix{"[axes]\ncp = [1\n", {":4:9: not TOML"}},
        BadMatrix{"[axes]\ncp = { values = [1], when = 'compile = none' }\n",
                  {":4:30: in \"compile = none\", column 1: unknown axis 'compile'"}},
        BadMatrix{"[run]\nstep = 3\n", {":4:1: unknown key 'step' in [run]", "'steps'"}},
        BadMatrix{"[run]\nsteps = 'three'\n", {":4:9: 'steps' in [run] must be an integer"}},
        BadMatrix{
            "[axes]\nmode = ['max-autotune']\ncp = [nan]\n[run]\ncompile_options = { "
            "shape_padding = [1] }\n",
            {":5:7: a value must be a string, a number or a boolean, not a number with a fraction",
             ":7:37: a value must be a string, a number or a boolean, not an array"}},
        BadMatrix{"[axes]\nmode = ['default', 'max-autotune']\n[run]\ncompile_options = { "
                  "shape_padding = 1 }\n",
                  {":5:2: torch.compile takes either a mode or options", "'max-autotune'"}},
        BadMatrix{"[run]\ncompile_options = { epilog_fusion = false }\n",
                  {":4:21: torch.compile has no option 'epilog_fusion'", "'epilogue_fusion'"}},
        BadMatrix{"[run]\ncompile_options = { mode = 'max-autotun' }\n",
                  {":4:21: 'mode' is an axis: list it in [axes]"}},
        BadMatrix{"[run]\nsteps = 0\n", {":4:1"}},
        BadMatrix{"[run]\ndeadline_seconds = 0\n", {":4:1", "above 0"}},
        BadMatrix{"[run]\ncompile_deadline_seconds = 0\n", {":4:1", "above 0"}},
        BadMatrix{"[[compile_limit]]\nselect = 'cp = 4'\n", {"sets no limit"}},
        BadMatrix{"[[compile_limit]]\nbreaks = -1\n", {":4:"}},
        BadMatrix{"[[compile_limit]]\nspeedup = 0\n", {":4:1: 'speedup' must be a number above 0"}},
        BadMatrix{"[[compile_limit]]\nmemory = 'much'\n", {":4:10", "must be a number"}},
        BadMatrix{"[[compile_limit]]\nbreak = 1\n", {"unknown key 'break'", "'breaks'"}},
        BadMatrix{"[[compile_limit]]\nbreaks_at = ['logging']\n", {"needs 'breaks'"}},
        BadMatrix{"[[compile_limit]]\nbreaks = 0\nbreaks_at = ['case.py:26']\n",
                  {"a function of a file ('case.py:forward')"}},
        BadMatrix{"[[compile_limit]]\nbreaks = 0\nbreaks_at = "
                  "['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa']\n",
                  {"unknown kind of graph breaks"}},
        BadMatrix{"[[compile_limit]]\ngrowth = 1\n", {"'growth' must be above 1"}},
        BadMatrix{"[[compile_limit]]\nbreaks = 0\nbreaks_at = ['./case.py']\n",
                  {"unknown kind of graph breaks './case.py'"}},
        BadMatrix{"[[compile_limit]]\nbreaks = 0\nbreaks_at = ['loging']\n",
                  {":5:", "unknown kind of graph breaks 'loging' (did you mean 'logging'?)"}},
        BadMatrix{"[[constraint]]\nforbid = 'cp = 4'\n", {":3:1: [[constraint]] needs a 'reason'"}},
        BadMatrix{"[[constraint]]\nforbid = 'cq = 4'\nreason = 'r'\n",
                  {":4:11: in \"cq = 4\", column 1: unknown axis 'cq' (did you mean 'cp'?)"}},
        BadMatrix{"[constraint]\nforbid = 'cp = 4'\n", {":3:1", "headed [[constraint]]"}},
        BadMatrix{"[[add]]\naxes = { cq = 4 }\n", {":4:10: unknown axis 'cq'"}},
        BadMatrix{"[[add]]\naxes = { cp = 4, cp = 2 }\n", {":4:", "not TOML"}},
        BadMatrix{"[[add]]\n", {":3:1"}}, BadMatrix{"[[drop]]\nselect = 'cp'\n", {":4:11", "cp=4"}},
        BadMatrix{"[reference]\nreset = ['cq']\n", {":4:1: unknown axis 'cq'"}},
        BadMatrix{"[reference]\nreset = [4]\n", {":4:10", "must hold strings"}},
        BadMatrix{"[[relation]]\nset = { cp = 1 }\n", {"needs a 'name'"}},
        BadMatrix{"[[relation]]\nname = 'n'\n", {"'set' needs values"}},
        BadMatrix{"[[relation]]\nname = 'n'\nset = { cp = 3 }\n", {":5:14: 'cp' has no value '3'"}},
        BadMatrix{"[[relation]]\nname = 'n'\nset = { cp = 1 }\nrtol = 'much'\natol = -1\n",
                  {":6:8: 'rtol' in [[relation]] must be a number", ":7:1: 'atol' must be"}},
        BadMatrix{"[[relation]]\nname = 'n'\nset = { cp = 1 }\nrtol = 1.0\n",
                  {":6:1: 'rtol' must be below 1"}},
        BadMatrix{
            "[[relation]]\nname = 'n'\nset = { cp = 1 }\natol = { los = 1, grad_norm = nan }\n",
            {":6:10: unknown key 'los'", "'loss'", ":6:19: 'grad_norm' must be"}},
        BadMatrix{"[[relation]]\nname = 'n'\nrepeat = true\nrtol = 0.1\n",
                  {":6:1: 'rtol' has no effect on numbers that are compared bit for bit"}},
        BadMatrix{"standard_relations = 'no'\n",
                  {":3:22: 'standard_relations' in a matrix file must be true or false"}},
        BadMatrix{"[[relation]]\nname = 'n'\nrepeat = true\nset = { cp = 1 }\n", {":6:1"}},
        BadMatrix{"[[claim]]\nname = 'n'\nmetric = 'los'\nover = 'cp'\nlaw = 'equal'\n",
                  {":5:1", "did you mean 'loss'"}},
        BadMatrix{"[[claim]]\nname = 'n'\nmetric = 'loss'\nover = 'cq'\nlaw = 'lineer'\n",
                  {":6:1", "'cq'", ":7:1", "did you mean 'linear'"}},
        BadMatrix{"[[claim]]\nname = 'n'\nmetric = 'loss'\nover = 'compile'\nlaw = 'flat'\n",
                  {":6:1", "has words as values"}},
        BadMatrix{"[[claim]]\nname = 'n'\nmetric = 'loss'\nover = 'cp'\nlaw = -1\n"
                  "factor = 0.5\nissue = 'none'\n",
                  {":7:1", ":8:1", "1 or more", ":9:1", "must be a link"}},
        BadMatrix{"[[relation]]\nname = 'n'\nrepeat = true\ntier = 'hot'\n",
                  {":6:1", "must be fork, warm or cold"}},
        BadMatrix{"[[relation]]\nname = 'n'\nset = { cp = 1 }\ntier = 'cold'\n",
                  {":6:1", "'tier' works only with repeat = true"}},
        BadMatrix{"[[xfail]]\nselect = 'cp = 4'\n", {":3:1: [[xfail]] needs an 'issue'"}},
        BadMatrix{"[[xfail]]\nselect = 'cp = 4'\nissue = '#12'\n",
                  {":5:1: 'issue' must be a link"}},
        BadMatrix{"[[xfail]]\nissue = 'https://x'\n", {"needs a 'select'"}},
        BadMatrix{"[[quarantine]]\nselect = 'cp = 4'\nowner = 'o'\nreason = 'r'\n"
                  "review_by = '2030-01-01'\n",
                  {":7:1: 'review_by' must be a date without quotes"}},
        BadMatrix{"[[quarantine]]\nselect = 'cp = 4'\nowner = 'o'\nreason = 'r'\n"
                  "review_by = 2030-13-01\n",
                  {":7:", "not TOML"}}));

std::string error_of(TestFiles& files, const std::string& text,
                     const std::vector<std::string>& verdicts = {}) {
  try {
    load(files.write("m.toml", text), {files.cases()}, verdicts);
  } catch (const InputError& problem) {
    return problem.what();
  }
  return "";
}

TEST(LoadErrors, UnknownCaseNamesTheNearest) {
  TestFiles files;
  EXPECT_THAT(error_of(files, "strength = 2\ncase = 'tyo'\n"),
              HasSubstr("m.toml:2:8: unknown case 'tyo' (did you mean 'toy'?)"));
}

TEST(LoadErrors, StrengthIsOneToSixOrAll) {
  TestFiles files;
  for (const char* strength : {"0", "7", "-1", "'some'", "2.5"}) {
    EXPECT_THAT(error_of(files, "case = 'toy'\nstrength = " + std::string(strength) + "\n"),
                HasSubstr("m.toml:2:1: 'strength' must be a number from 1 to 6, or \"all\""));
  }
  EXPECT_THAT(error_of(files, "case = 'toy'\n"), HasSubstr("has no 'strength'"));
}

TEST(LoadErrors, XfailOfAnUnknownVerdict) {
  TestFiles files;
  const std::string text =
      "case = 'toy'\nstrength = 2\n[axes]\ncp = [1]\n[[xfail]]\nselect = 'cp = 1'\n"
      "issue = 'https://x'\nverdict = 'wrogn'\n";
  EXPECT_THAT(error_of(files, text, {"pass", "wrong"}),
              HasSubstr("m.toml:8:1: unknown verdict 'wrogn' (did you mean 'wrong'?)"));
  EXPECT_EQ(error_of(files, text), "");
}

TEST(LoadErrors, FileThatIsNotThere) {
  EXPECT_THROW(load("/nowhere/m.toml", {}), InputError);
  EXPECT_THROW(load("/", {}), InputError);
}

}  // namespace
}  // namespace gridlock::matrix
