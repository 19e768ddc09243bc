#include "harness/text/shell_word.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

namespace gridlock::text {
namespace {

// Returns the words that a shell reads, each followed by a line feed.
std::string read_by_shell(const std::string& words) {
  FILE* shell = popen(("printf '%s\\n' " + words).c_str(), "r");
  std::array<char, 256> text{};
  const std::size_t size = fread(text.data(), 1, text.size(), shell);
  EXPECT_EQ(pclose(shell), 0);
  return {text.data(), size};
}

TEST(ShellWord, PlainTextIsNotQuoted) {
  EXPECT_EQ(shell_word("/home/user/m.toml"), "/home/user/m.toml");
}

TEST(ShellWord, IsOneWordForAShell) {
  for (const std::string text : {"a", "", "my cases", "m's $HOME `id`", "\"a\\b\"; ls *", "-n"})
    EXPECT_EQ(read_by_shell(shell_word(text)), text + "\n") << shell_word(text);
}

}  // namespace
}  // namespace gridlock::text
