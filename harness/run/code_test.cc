#include "harness/run/code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "harness/process/temporary_folder.h"

namespace gridlock::run {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct Code : ::testing::Test {
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder.path() / name).parent_path());
    std::ofstream(folder.path() / name) << text;
  }
  std::vector<std::string> now() const { return code_of(folder.path()); }

  process::TemporaryFolder folder{"code"};
};

TEST_F(Code, IsThatOfTheCaseAndItsPackagesAlone) {
  for (const char* file : {"case.py", "case.toml", "mine.toml", "notes.md", "parts/__init__.py",
                           "parts/loss.py", "runs/mine/2026-11-22/evidence/1/repro.py"}) {
    write(file, "");
  }
  EXPECT_THAT(now(), ElementsAre(StartsWith("case.py "), StartsWith("case.toml "),
                                 StartsWith("parts/__init__.py "), StartsWith("parts/loss.py ")));
}

TEST_F(Code, NamesWhatWasEditedAddedOrRemoved) {
  write("case.py", "steps = 1");
  write("old.py", "");
  const auto before = now();
  EXPECT_THAT(edited(before, now()), IsEmpty());
  write("case.py", "steps = 2");
  write("new.py", "");
  std::filesystem::remove(folder.path() / "old.py");
  EXPECT_THAT(edited(before, now()), ElementsAre("case.py", "new.py", "old.py"));
}

}  // namespace
}  // namespace gridlock::run
