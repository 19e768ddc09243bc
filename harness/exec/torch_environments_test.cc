#include "harness/exec/torch_environments.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "harness/process/files.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::exec {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(TorchVersion, IsTheNumberAlone) {
  EXPECT_EQ(torch_version({"", "torch-2.11.0+cu130-cpython-311"}), "2.11.0");
  EXPECT_EQ(torch_version({"", "torch-2.9.1-cpython-310"}), "2.9.1");
  EXPECT_EQ(torch_version({"", ""}), "");
}

TEST(TorchVersion, IsAskedForByItsBeginning) {
  EXPECT_TRUE(is_version("2.1", "2.1.2"));
  EXPECT_TRUE(is_version("2.10.0", "2.10.0"));
  EXPECT_FALSE(is_version("2.1", "2.10.0"));
}

// A stand-in for python. It makes environments where pip finds only torch 2.9.
constexpr const char* kPython = R"(#!/bin/sh
mkdir -p "$3/bin"
cat > "$3/bin/python" <<'END'
#!/bin/sh
here=$(dirname "$0")
if [ "$2" = pip ]; then
  case "$*" in
    *torch==2.9.\**) touch "$here/torch"; exit 0;;
    *) echo "ERROR: No matching distribution found"; exit 1;;
  esac
fi
[ -e "$here/torch" ] && printf torch-2.9.1-cpython-311
END
chmod +x "$3/bin/python"
)";

class TorchEnvironments : public ::testing::Test {
 protected:
  TorchEnvironments() : folder_("environments") {
    if (const char* cache = std::getenv("XDG_CACHE_HOME")) earlier_ = cache;
    setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
    process::write_text(python(), kPython);
    chmod(python().c_str(), 0755);
  }
  ~TorchEnvironments() override {
    earlier_.empty() ? unsetenv("XDG_CACHE_HOME") : setenv("XDG_CACHE_HOME", earlier_.c_str(), 1);
  }

  std::filesystem::path python() const { return folder_.path() / "python"; }
  Interpreter with(const std::string& version) {
    return environment_with_torch(version, python(),
                                  [&](const std::string& text) { said_.push_back(text); });
  }

  process::TemporaryFolder folder_;
  std::string earlier_;
  std::vector<std::string> said_;
};

TEST_F(TorchEnvironments, AreMadeOnceAndSaidBefore) {
  EXPECT_EQ(torch_version(with("2.9")), "2.9.1");
  ASSERT_THAT(said_, SizeIs(1));
  EXPECT_THAT(said_[0], AllOf(HasSubstr("torch 2.9"), HasSubstr("gigabytes")));
  EXPECT_EQ(torch_version(with("2.9.1")), "2.9.1");
  EXPECT_THAT(said_, SizeIs(1));
}

TEST_F(TorchEnvironments, OneThatCannotBeHadIsASentenceAndLeavesNothing) {
  try {
    with("2.99");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("torch 2.99 is not available: No matching distribution found (log: "));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "gridlock/environments/torch-2.99"));
}

// An interrupted installation leaves an environment without the file "complete".
TEST_F(TorchEnvironments, OneThatIsNotCompleteIsInstalledAgain) {
  const auto environment = std::filesystem::path(with("2.9").python).parent_path().parent_path();
  std::filesystem::remove(environment / "complete");
  EXPECT_EQ(torch_version(with("2.9")), "2.9.1");
  EXPECT_THAT(said_, SizeIs(2));
}

}  // namespace
}  // namespace gridlock::exec
