#include "harness/exec/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

namespace gridlock::exec {

Console::Console() : color_(isatty(STDERR_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr) {}

void Console::note(const std::string& text) const {
  std::cerr << fmt::format("gridlock: {}\n", text) << std::flush;
}

void Console::alarm(const std::string& text) const {
  note(color_ ? fmt::format("\033[1;31m{}\033[0m", text) : text);
}

void Console::block(const std::string& text) const {
  std::cerr << '\n' << text << std::endl;
}

}  // namespace gridlock::exec
