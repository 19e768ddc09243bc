#include "harness/exec/probe_build.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "harness/process/fd.h"
#include "harness/process/spawn.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;

// Without importing torch, which takes seconds.
constexpr const char* kQuestion = R"(
import importlib.util, pathlib, sys
spec = importlib.util.find_spec("torch")
if spec and spec.submodule_search_locations:
    found = {}
    exec(pathlib.Path(spec.submodule_search_locations[0], "version.py").read_text(), found)
    print(f"torch-{found['__version__']}-{sys.implementation.cache_tag}", end="")
)";

// The exit code; what it prints goes to `output`.
int run(const std::vector<std::string>& arguments, int output) {
  process::Program program;
  program.arguments = arguments;
  program.standard_output = output;
  program.own_session = false;
  program.dies_with_parent = true;
  int status = 0;
  waitpid(process::spawn(program), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

fs::path cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache != nullptr && *cache != '\0') return fs::path(cache) / "gridlock";
  return fs::path(home != nullptr ? home : "/tmp") / ".cache" / "gridlock";
}

void build(const fs::path& python, const fs::path& root, const fs::path& folder) {
  fs::create_directories(folder);
  const fs::path log = folder / "build.log";
  const process::Fd output(open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  const std::vector<std::vector<std::string>> steps = {
      {"cmake", "-S", root, "-B", folder / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
       "-DGRIDLOCK_PYTHON=" + python.string(), "-DGRIDLOCK_TESTS=OFF"},
      {"cmake", "--build", folder / "build", "--target", "gridlock_probe"},
  };
  for (const auto& step : steps) {
    if (run(step, output.get()) != 0) {
      throw std::runtime_error("the probe could not be built for " + python.string() + ": see " +
                               log.string());
    }
  }
}

}  // namespace

std::string torch_of(const fs::path& python) {
  const process::Fd answer(memfd_create("torch", MFD_CLOEXEC));
  if (run({python, "-c", kQuestion}, answer.get()) != 0) return "";
  std::string text(4096, '\0');
  const ssize_t got = pread(answer.get(), text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text.starts_with("torch-") ? text : "";
}

FittingProbe probe_for(const fs::path& python, const ProbeSources& sources,
                       const std::function<void(const std::string&)>& say) {
  const std::string torch = torch_of(python);
  if (torch.empty()) throw std::runtime_error(python.string() + " has no torch");
  const bool same = python == sources.python || torch == torch_of(sources.python);
  if (same) return {sources.built_in, torch};
  const fs::path folder = cache_folder() / torch;
  const fs::path probe = folder / "build" / "lib" / "gridlock_probe.so";
  if (fs::exists(probe) && fs::last_write_time(probe) >= fs::last_write_time(sources.built_in)) {
    return {probe, torch};
  }
  say(fmt::format("building the probe for {}, once", torch));
  build(python, sources.root, folder);
  return {probe, torch};
}

}  // namespace gridlock::exec
