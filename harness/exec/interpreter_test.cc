#include "harness/exec/interpreter.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstdlib>

#include "harness/process/files.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::exec {
namespace {

using ::testing::IsEmpty;
using ::testing::StartsWith;

// Shell scripts as stand-ins for interpreters. Each prints a fixed answer.
struct Interpreters : ::testing::Test {
  Interpreters() : folder("interpreters") {
    if (const char* path = std::getenv("PATH")) old_path = path;
    unsetenv("VIRTUAL_ENV");
  }
  ~Interpreters() override {
    setenv("PATH", old_path.c_str(), 1);
    unsetenv("VIRTUAL_ENV");
  }

  std::filesystem::path program(const std::string& name, const std::string& answer) {
    const auto path = folder.path() / name;
    std::filesystem::create_directories(path.parent_path());
    process::write_text(path, "#!/bin/sh\n" + answer + "\n");
    chmod(path.c_str(), 0755);
    return path;
  }

  process::TemporaryFolder folder;
  std::string old_path;
};

TEST_F(Interpreters, TheOneThatBuiltThisHasTorch) {
  EXPECT_THAT(query_interpreter(EXEC_PYTHON).torch, StartsWith("torch-2."));
}

TEST_F(Interpreters, WithoutTorchThereIsNone) {
  EXPECT_THAT(query_interpreter(program("silent", "")).torch, IsEmpty());
  EXPECT_THAT(query_interpreter(program("chatty", "echo hello")).torch, IsEmpty());
  EXPECT_THAT(query_interpreter(program("broken", "echo torch-2.0; exit 1")).torch, IsEmpty());
}

TEST_F(Interpreters, TheActiveEnvironmentComesBeforePath) {
  const auto active = program("venv/bin/python", "printf torch-2.9-active");
  const auto in_path = program("bin/python3", "printf torch-2.9-path");
  setenv("PATH", (in_path.parent_path().string() + ":/bin").c_str(), 1);
  EXPECT_EQ(user_interpreter("/nowhere").python, in_path);
  setenv("VIRTUAL_ENV", (folder.path() / "venv").c_str(), 1);
  EXPECT_EQ(user_interpreter("/nowhere").python, active);
  EXPECT_EQ(user_interpreter("/nowhere").torch, "torch-2.9-active");
}

TEST_F(Interpreters, TheFallbackIsTakenWhereNoneHasTorch) {
  const auto fallback = program("own/python", "printf torch-2.9-own");
  const auto in_path = program("bin/python3", "");
  setenv("PATH", (in_path.parent_path().string() + ":/bin").c_str(), 1);
  EXPECT_EQ(user_interpreter(fallback).python, fallback);
  EXPECT_EQ(user_interpreter(fallback).without_torch, in_path);
  EXPECT_TRUE(user_interpreter(in_path).without_torch.empty());
}

}  // namespace
}  // namespace gridlock::exec
