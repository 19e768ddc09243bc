#include "harness/workspace/load_matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>

#include "harness/process/temporary_folder.h"
#include "matrix/diagnostic.h"

namespace gridlock::workspace {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

const fs::path kRoot = GRIDLOCK_ROOT;
[[maybe_unused]] const int kCalledAs = setenv("GRIDLOCK_PROGRAM", "./gridlock", 1);

class LoadMatrix : public testing::Test {
 protected:
  const fs::path& folder() const { return temporary_.path(); }
  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder() / name) << text;
    return folder() / name;
  }

 private:
  process::TemporaryFolder temporary_{"load_matrix"};
};

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const matrix::InputError& error) {
    return error.what();
  }
  return "";
}

TEST_F(LoadMatrix, EmptyNameIsTheDefaultAndABareOneIsShipped) {
  EXPECT_EQ(find_matrix("", kRoot), kRoot / "matrix" / "default.toml");
  EXPECT_EQ(find_matrix("cp32", kRoot), kRoot / "matrix" / "cp32.toml");
  const fs::path own = write("own.toml", "");
  EXPECT_EQ(find_matrix(own.string(), kRoot), own);
}

TEST_F(LoadMatrix, UnknownMatrixNamesTheNearest) {
  try {
    find_matrix("cp23", kRoot);
    FAIL();
  } catch (const matrix::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'cp32'?"));
    EXPECT_THAT(error.what(), Not(HasSubstr("axes")));
  }
}

TEST_F(LoadMatrix, ACellWhereAMatrixBelongsIsToldApart) {
  const std::string cell = "dense/fp32.cp4-ring.uncompiled.full_shard";
  EXPECT_THAT(refusal([&] { find_matrix(cell, kRoot); }),
              HasSubstr("to train one of its cells, add --select '" + cell + "'"));
  EXPECT_THAT(refusal([&] { find_matrix("my/matrix.toml", kRoot); }), Not(HasSubstr("--select")));
}

TEST_F(LoadMatrix, AnUnknownCaseSaysWhereCasesAreLookedFor) {
  MatrixArguments arguments;
  arguments.file = write("own.toml", "case = 'dnse'\nstrength = 1\n").string();
  arguments.case_folders = {folder().string()};
  EXPECT_THAT(
      refusal([&] { load_matrix(arguments, kRoot); }),
      HasSubstr("unknown case 'dnse' (did you mean 'dense'?); gridlock looks for cases in " +
                folder().string() + " and " + (kRoot / "cases").string() +
                "; add folders with --cases DIR"));
}

TEST_F(LoadMatrix, UnknownCaseFolderIsAnError) {
  MatrixArguments arguments;
  arguments.case_folders = {(folder() / "nothing").string()};
  EXPECT_THROW(load_matrix(arguments, kRoot), matrix::InputError);
}

TEST_F(LoadMatrix, RerunCommandIsSafeInAShell) {
  matrix::Matrix matrix;
  matrix.file = "/m's.toml";
  MatrixArguments arguments;
  arguments.case_folders = {"my cases"};
  arguments.strength = "3";
  EXPECT_THAT(rerun_command(arguments, matrix),
              HasSubstr("m'\\''s.toml' --cases 'my cases' --strength 3"));
}

TEST_F(LoadMatrix, TheCommandThatLooksForCausesFindsTheCases) {
  MatrixArguments arguments;
  EXPECT_EQ(causes_command(arguments, "/runs/m"), "./gridlock causes /runs/m");
  arguments.case_folders = {"my cases", "more"};
  EXPECT_EQ(causes_command(arguments, "/runs/m"),
            "./gridlock causes /runs/m --cases 'my cases' --cases more");
}

TEST_F(LoadMatrix, AMatrixThatIsMissedNamesAFileBesideIt) {
  const fs::path own = write("nightly-h100.toml", "");
  EXPECT_THAT(refusal([&] { find_matrix((folder() / "nightly-h10.toml").string(), kRoot); }),
              HasSubstr("did you mean '" + own.string() + "'?"));
  EXPECT_THAT(refusal([&] { find_matrix("defalt.toml", kRoot); }), HasSubstr("mean 'default'?"));
  fs::create_directories(folder() / "mine");
  write("mine/case.toml", "");
  const fs::path inside = write("mine/mine.toml", "");
  EXPECT_THAT(refusal([&] { find_matrix((folder() / "mine").string(), kRoot); }),
              HasSubstr("did you mean '" + inside.string() + "'?"));
}

}  // namespace
}  // namespace gridlock::workspace
