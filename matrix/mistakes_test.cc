// Checks that several mistakes in a file are each reported once, in the order of the file.

#include "matrix/mistakes.h"

#include <gtest/gtest.h>

#include "matrix/test_files.h"

namespace gridlock::matrix {
namespace {

// Returns the message with the file's name in place of its path.
std::string without_path(std::string text, const std::filesystem::path& root) {
  const std::string path = root.string() + "/";
  for (auto at = text.find(path); at != text.npos; at = text.find(path))
    text.erase(at, path.size());
  return text;
}

std::string said(TestFiles& files, const std::string& text) {
  try {
    load(files.write("m.toml", text), {files.cases()}, {"pass", "wrong"});
  } catch (const InputError& error) {
    return without_path(error.what(), files.root());
  }
  return "";
}

TEST(Mistakes, AFileWithSixShowsTheSix) {
  TestFiles files;
  EXPECT_EQ(
      said(files, R"(case = "tyo"
strength = 9
[run]
steps = "three"
[axes]
precision = ["fp32", "fp61"]
cp = [1, 4]
[[constraint]]
forbid = "cp = 4 & compil = none"
reason = "slow"
[[xfail]]
select = "cp = 4"
issue = "https://example.org/1"
verdict = "wrogn"
)"),
      R"(m.toml:1:8: unknown case 'tyo' (did you mean 'toy'?); gridlock looks for cases in cases; add folders with --cases DIR
m.toml:2:1: 'strength' must be a number from 1 to 6, or "all"
m.toml:4:9: 'steps' in [run] must be an integer, not a string
m.toml:6:22: 'precision' has no value 'fp61' (did you mean 'fp16'?); the values are fp32, bf16, fp16, fp8, tf32
m.toml:9:20: in "cp = 4 & compil = none", column 10: unknown axis 'compil' (did you mean 'compile'?)
m.toml:14:1: unknown verdict 'wrogn' (did you mean 'wrong'?); a verdict is one of pass, wrong
6 mistakes in m.toml)");
}

// Each wrong line contains one mistake. Items that are unreadable because of a mistake are not
// reported.
TEST(Mistakes, WhatFollowsFromAnotherIsNotTold) {
  TestFiles files;
  EXPECT_EQ(said(files, R"(case = "toy"
strength = 2
[axs]
cp = [1, 3]
[[relaton]]
nmae = "cp N ≈ cp 1"
set = { cp = 1 }
[[quarantine]]
select = "cq = 1"
owner = "ops"
review_by = "soon"
reason = ""
)"),
            R"(m.toml:3:2: unknown key 'axs' in a matrix file (did you mean 'axes'?)
m.toml:4:10: 'cp' has no value '3'; the values are 1, 2, 4, 8, 16, 32
m.toml:5:3: unknown key 'relaton' in a matrix file (did you mean 'relation'?)
m.toml:6:1: unknown key 'nmae' in [[relation]] (did you mean 'name'?)
m.toml:9:11: in "cq = 1", column 1: unknown axis 'cq' (did you mean 'cp'?)
m.toml:11:1: 'review_by' must be a date without quotes, as in 2026-12-31
m.toml:12:1: [[quarantine]] needs a non-empty 'reason'
7 mistakes in m.toml)");
}

TEST(Mistakes, ListsAreReadToTheirEnd) {
  TestFiles files;
  EXPECT_EQ(said(files, R"(case = "toy"
strength = 2
[axes]
cp = [3, 4, 4, "5"]
precison = ["fp32"]
dynamic = { values = [1], when = "x" }
[gpu.axes]
world_size = ["gpu"]
[reference]
reset = [1, "cq"]
[[add]]
axes = { cp = 5, dynamc = true }
)"),
            R"(m.toml:4:7: 'cp' has no value '3'; the values are 1, 2, 4, 8, 16, 32
m.toml:4:13: 'cp' lists 4 twice
m.toml:4:16: 'cp' takes an integer, not a word ('5')
m.toml:5:1: unknown axis 'precison' (did you mean 'precision'?)
m.toml:6:23: 'dynamic' takes a boolean, not an integer ('1')
m.toml:6:35: in "x", column 1: unknown axis 'x'; expected one of precision, device, world_size, cp, rotation, load_balance, compile, scope, backend
m.toml:8:15: 'world_size' takes an integer, not a word ('gpu')
m.toml:10:1: unknown axis 'cq' (did you mean 'cp'?)
m.toml:10:10: 'reset' in [reference] must hold strings, not an integer
m.toml:12:15: 'cp' has no value '5'; the values are 1, 2, 4, 8, 16, 32
m.toml:12:18: unknown axis 'dynamc' (did you mean 'dynamic'?)
11 mistakes in m.toml)");
}

TEST(Mistakes, OneReadsAsItAlwaysDid) {
  TestFiles files;
  EXPECT_EQ(said(files, "case = 'toy'\nstrength = 2\n[axes]\ncp = [3]\n"),
            "m.toml:4:7: 'cp' has no value '3'; the values are 1, 2, 4, 8, 16, 32");
}

// If the case of a matrix is unknown, so are its axes.
TEST(Mistakes, OfAnUnknownCaseTheAxesAreNotChecked) {
  TestFiles files;
  EXPECT_EQ(said(files, "case = 'other'\nstrength = 0\n[axes]\nheads = [3]\n"),
            "m.toml:1:8: unknown case 'other'; the cases are toy; gridlock looks for cases in "
            "cases; add folders with --cases DIR\n"
            "m.toml:2:1: 'strength' must be a number from 1 to 6, or \"all\"\n"
            "2 mistakes in m.toml");
}

TEST(Mistakes, ThoseOfTheCaseComeFirst) {
  TestFiles files;
  files.write("cases/toy/case.toml",
              "name = 'toy'\ndescription = 'd'\n[case]\nsteps = 0\n[axes.h]\ntype = 'int'\n"
              "[[constraint]]\nforbid = 'h = 1'\nreason = 'r'\n");
  EXPECT_EQ(said(files, "case = 'toy'\nstrength = 0\n[axes]\nh = [3]\n"),
            "cases/toy/case.toml:4:1: 'steps' must be at least 1\n"
            "cases/toy/case.toml:5:1: [axes.h] needs a 'doc'\n"
            "m.toml:2:1: 'strength' must be a number from 1 to 6, or \"all\"\n"
            "3 mistakes in 2 files");
}

}  // namespace
}  // namespace gridlock::matrix
