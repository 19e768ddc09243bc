#include "harness/workspace/build.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include "harness/controller/controller.h"
#include "harness/process/fd.h"
#include "harness/process/search.h"
#include "harness/process/spawn.h"
#include "harness/text/path.h"
#include "harness/workspace/installation.h"
#include "harness/workspace/notice.h"

namespace gridlock::workspace {

namespace fs = std::filesystem;

fs::path built_program(const std::string& name) {
  const fs::path program = installation().binaries / name;
  if (process::is_program(program)) return program;  // a killed linker leaves no program
  notice(fmt::format("building {} (only on its first use)", name));
  const fs::path build = installation().binaries.parent_path();
  const fs::path path = build / (name + ".log");
  const process::Fd log(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  flock(log.get(), LOCK_EX);  // prevents two concurrent builds in one folder
  if (ftruncate(log.get(), 0) != 0) notice(fmt::format("cannot write {}", path.string()));
  process::Program cmake;
  cmake.arguments = {"cmake", "--build", build, "--target", name};
  cmake.standard_output = log.get();
  if (process::run(std::move(cmake)) != 0) {
    throw controller::EnvironmentError(
        fmt::format("{} could not be built: see {}", name, text::shown_path(path)));
  }
  return program;
}

}  // namespace gridlock::workspace
