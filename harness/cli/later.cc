#include "harness/cli/later.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "harness/controller/controller.h"
#include "harness/workspace/build.h"

namespace gridlock::cli {

void become(const LaterCommand& command, char** argv) {
  const std::string program = workspace::built_program(command.program);
  execv(program.c_str(), argv);
  throw controller::EnvironmentError(
      fmt::format("cannot start {}: {}", program, std::strerror(errno)));
}

}  // namespace gridlock::cli
