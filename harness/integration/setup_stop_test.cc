// Tests what a signal does to the script that sets up gridlock.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "harness/integration/came_true.h"
#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/process/proc_stat.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::integration {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// The script in a folder of its own, with a cmake that writes its process id and ignores SIGTERM.
class SetupStop : public testing::Test {
 protected:
  SetupStop() {
    const fs::path root = fs::path(INTEGRATION_FOLDER) / "../..";
    for (const char* file :
         {"gridlock", "requirements.txt", "requirements-tests.txt", "CMakePresets.json"})
      fs::copy_file(root / file, folder_.path() / file);
    const fs::path cmake = folder_.path() / "bin/cmake";
    fs::create_directory(cmake.parent_path());
    process::write_text(cmake, "#!/bin/bash\ntrap '' TERM\necho $$ >" + pid_file().string() +
                                   "\nexec sleep 600\n");
    fs::permissions(cmake, fs::perms::owner_all);
  }
  ~SetupStop() override {
    if (cmake() > 0) kill(cmake(), SIGKILL);
  }

  // Returns the process of the script, once it configures.
  pid_t start() const {
    const std::string path = (folder_.path() / "bin").string() + ":" + std::getenv("PATH");
    process::Program program;
    program.arguments = {folder_.path() / "gridlock", "setup"};
    program.environment = {{"GRIDLOCK_PYTHON", INTEGRATION_PYTHON}, {"PATH", path}};
    program.standard_output = output_.get();
    const pid_t script = process::spawn(program);
    wait_until([&] { return cmake() > 0; });
    return script;
  }
  void wait_until(const auto& condition) const {
    ASSERT_TRUE(came_true(condition, kTimeoutSeconds)) << printed();
  }
  pid_t cmake() const { return std::atoi(process::read_text(pid_file()).c_str()); }
  fs::path pid_file() const { return folder_.path() / "pid"; }
  std::string printed() const { return process::read_log(output_.get()); }

  process::TemporaryFolder folder_{"setup-stop"};
  process::Fd output_ = process::make_log();
};

TEST_F(SetupStop, ASecondSignalKillsACommandThatIgnoresTheFirst) {
  const pid_t script = start();
  kill(script, SIGTERM);
  wait_until([&] { return printed().find("a second signal kills all") != std::string::npos; });
  EXPECT_TRUE(process::read_stat(cmake()).is_living());
  kill(script, SIGINT);
  int status = 0;
  EXPECT_EQ(waitpid(script, &status, 0), script);
  EXPECT_EQ(process::exit_code_of(status), 130);
  EXPECT_THAT(printed(), HasSubstr("interrupted; the next start continues from here"));
  wait_until([&] { return !process::read_stat(cmake()).is_living(); });
}

}  // namespace
}  // namespace gridlock::integration
