#include "harness/exec/host_file.h"

#include <gtest/gtest.h>

namespace gridlock::exec {
namespace {

TEST(HostFile, OnlyTheFirstHostWritesTheNamedFile) {
  EXPECT_EQ(file_of_host("shared/v.json", 0), "shared/v.json");
  EXPECT_EQ(file_of_host("shared/v.json", 2), "shared/v.host2.json");
  EXPECT_EQ(file_of_host("shared.d/verdict", 12), "shared.d/verdict.host12");
  EXPECT_EQ(file_of_host("/dev/null", 1), "/dev/null");
}

}  // namespace
}  // namespace gridlock::exec
