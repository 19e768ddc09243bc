#include "harness/process/oom.h"

#include <gtest/gtest.h>

#include <fstream>

#include "harness/process/temporary_folder.h"

namespace gridlock::process {
namespace {

namespace fs = std::filesystem;

class OomKills : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) {
    fs::create_directories((root() / path).parent_path());
    std::ofstream(root() / path) << text;
  }
  fs::path root() const { return folder_.path(); }

 private:
  TemporaryFolder folder_{"oom"};
};

TEST_F(OomKills, AreUnknownWithoutControlGroups) {
  EXPECT_EQ(oom_kills(root()), std::nullopt);
}

TEST_F(OomKills, OfVersionTwo) {
  write("proc/self/cgroup", "0::/jobs/7\n");
  write("sys/fs/cgroup/jobs/7/memory.events", "low 0\nhigh 0\nmax 9\noom 2\noom_kill 2\n");
  EXPECT_EQ(oom_kills(root()), 2u);
}

TEST_F(OomKills, OfVersionOne) {
  write("proc/self/cgroup", "9:name=systemd:/\n4:memory:/jobs/7\n1:cpu:/\n0::/\n");
  write("sys/fs/cgroup/memory/jobs/7/memory.oom_control",
        "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
  EXPECT_EQ(oom_kills(root()), 3u);
}

TEST_F(OomKills, OfAContainerThatSeesThePathOfTheHost) {
  write("proc/self/cgroup", "0::/kubepods/pod1\n");
  write("sys/fs/cgroup/memory.events", "oom_kill 1\n");
  EXPECT_EQ(oom_kills(root()), 1u);
}

}  // namespace
}  // namespace gridlock::process
