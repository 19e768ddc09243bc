#include "harness/process/log.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace gridlock::process {
namespace {

void print(const Fd& log, const std::string& text) {
  ASSERT_EQ(write(log.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST(Log, NewLinesAreThoseThatHaveAnEnd) {
  const Fd log = make_log();
  off_t seen = 0;
  EXPECT_EQ(new_lines(log.get(), seen, false), "");
  print(log, "one\ntwo\nthr");
  EXPECT_EQ(new_lines(log.get(), seen, false), "one\ntwo\n");
  EXPECT_EQ(new_lines(log.get(), seen, false), "");
  print(log, "ee\nfour");
  EXPECT_EQ(new_lines(log.get(), seen, false), "three\n");
  EXPECT_EQ(new_lines(log.get(), seen, true), "four");
  EXPECT_EQ(new_lines(log.get(), seen, true), "");
  EXPECT_EQ(read_log(log.get()), "one\ntwo\nthree\nfour");
}

TEST(Log, OfVeryManyNewLinesTheLastAreThere) {
  const Fd log = make_log();
  off_t seen = 0;
  const std::string line(1023, 'x');
  for (int i = 0; i < 1024; ++i) print(log, line + "\n");
  print(log, "the last\n");
  const std::string lines = new_lines(log.get(), seen, false);
  EXPECT_LE(lines.size(), 256u << 10);
  EXPECT_TRUE(lines.ends_with("x\nthe last\n"));
  EXPECT_EQ(new_lines(log.get(), seen, false), "");
}

}  // namespace
}  // namespace gridlock::process
