#include "harness/exec/evidence_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <set>

#include "harness/process/files.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::StartsWith;

// Runs with a temporary folder as the current folder.
struct Evidence : testing::Test {
  Evidence() { fs::current_path(folder.path()); }
  ~Evidence() override { fs::current_path(before); }

  const fs::path before = fs::current_path();
  const process::TemporaryFolder folder{"evidence"};
  const fs::path none;
};

TEST_F(Evidence, ByDefaultIsNewForEachRunAndPrivate) {
  EvidenceFolder first(none), second(none);
  EXPECT_TRUE(fs::is_empty(folder.path())) << "nothing is created before it is needed";
  const auto path = first.path();
  ASSERT_TRUE(path);
  EXPECT_EQ(first.path(), path);
  EXPECT_NE(second.path(), path);
  EXPECT_THAT(path->string(), StartsWith(fs::current_path() / "gridlock-hang-"));
  struct stat status {};
  ASSERT_EQ(lstat(path->c_str(), &status), 0);
  EXPECT_EQ(status.st_mode, S_IFDIR | 0700u);
}

TEST_F(Evidence, IsAmongTemporaryFilesIfTheCurrentFolderTakesNone) {
  fs::current_path("/proc");
  const std::string temporary = fs::temp_directory_path() / "gridlock-hang-";
  const auto path = EvidenceFolder(none).path();
  ASSERT_TRUE(path);
  EXPECT_THAT(path->string(), StartsWith(temporary));
  fs::remove(*path);
}

TEST_F(Evidence, HasNoFolderIfNoneCanBeCreated) {
  const std::string before = getenv("TMPDIR") != nullptr ? getenv("TMPDIR") : "";
  fs::current_path("/proc");
  setenv("TMPDIR", "/proc", 1);
  EXPECT_EQ(EvidenceFolder(none).path(), std::nullopt);
  before.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before.c_str(), 1);
}

TEST_F(Evidence, IsWhereTheUserWantsIt) {
  fs::path named;
  EvidenceFolder evidence(named);
  named = "/mine/evidence";
  EXPECT_EQ(evidence.path(), named);
}

TEST_F(Evidence, OfAnEarlierJobIsRemovedAndNothingElse) {
  const fs::path file = folder.path() / "file";
  process::write_text(file, "");
  const auto put = [&](const std::string& name) { process::write_text(folder.path() / name, ""); };
  for (const char* name : {"certificate.json", "diagnosis.txt", "rank12.events.txt",
                           "stacks-rank0.txt", "rank0.txt", "notes.txt", "stacks-rankx.txt"})
    put(name);
  fs::create_directory(folder.path() / "snapshots.json");
  fs::create_symlink(file, folder.path() / "diagnosis.json");
  remove_old_evidence(folder.path());
  std::set<std::string> left;
  for (const auto& entry : fs::directory_iterator(folder.path()))
    left.insert(entry.path().filename());
  EXPECT_THAT(left,
              ElementsAre("file", "notes.txt", "rank0.txt", "snapshots.json", "stacks-rankx.txt"));
  remove_old_evidence(folder.path() / "missing");
}

}  // namespace
}  // namespace gridlock::exec
