#include "harness/exec/probe_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "harness/process/files.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

struct ProbeCache : testing::Test {
  fs::path build(const fs::path& aside) {
    ++builds;
    EXPECT_TRUE(fs::is_empty(aside));
    process::write_text(aside / "lib.so", "built");
    fs::permissions(aside / "lib.so", fs::perms::group_write, fs::perm_options::add);
    return aside / "lib.so";
  }
  fs::path get(fs::file_time_type newest_source = fs::file_time_type::min()) {
    return cached_probe(folder, newest_source, [&](const fs::path& aside) { return build(aside); });
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
    return names;
  }
  const process::TemporaryFolder temporary{"probe-cache"};
  const fs::path folder = temporary.path() / "cache" / "torch-2.15.0";
  std::atomic<int> builds = 0;
};

TEST_F(ProbeCache, IsFilledOnceByProcessesThatComeAtTheSameTime) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { get(); });
  threads.clear();
  EXPECT_EQ(builds, 1);
  EXPECT_EQ(process::read_text(get()), "built");
  EXPECT_THAT(files(), testing::UnorderedElementsAre("gridlock_probe.so", "lock"));
  EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all);
}

TEST_F(ProbeCache, IsFilledAgainForNewerSources) {
  get();
  get(fs::file_time_type::clock::now() + std::chrono::hours(1));
  EXPECT_EQ(builds, 2);
}

TEST_F(ProbeCache, StaysAsItWasIfABuildFails) {
  get();
  const auto fail = [](const fs::path&) -> fs::path { throw std::runtime_error("no compiler"); };
  const auto later = fs::file_time_type::clock::now() + std::chrono::hours(1);
  EXPECT_THROW(cached_probe(folder, later, fail), std::runtime_error);
  EXPECT_EQ(process::read_text(folder / "gridlock_probe.so"), "built");
  EXPECT_THAT(files(), testing::SizeIs(2));
}

TEST_F(ProbeCache, ThatOthersMayWriteToIsNotLoaded) {
  const fs::path probe = get();
  for (const fs::path& path : {probe, folder}) {
    const fs::perms before = fs::status(path).permissions();
    fs::permissions(path, fs::perms::group_write, fs::perm_options::add);
    EXPECT_THROW(
        {
          try {
            get();
          } catch (const std::runtime_error& error) {
            EXPECT_THAT(error.what(), HasSubstr("others may write to it"));
            throw;
          }
        },
        std::runtime_error);
    fs::permissions(path, before);
  }
  fs::rename(folder, temporary.path() / "elsewhere");
  fs::create_directory_symlink(temporary.path() / "elsewhere", folder);
  EXPECT_THROW(get(), std::runtime_error) << "a link may lead anywhere";
}

TEST_F(ProbeCache, IsSeparateForEachMachineAndCLibrary) {
  EXPECT_THAT(machine_key(), HasSubstr("-glibc-2."));
  EXPECT_THAT(machine_key(), testing::Not(StartsWith("-")));
}

}  // namespace
}  // namespace gridlock::exec
