#include "harness/exec/probe_build.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "harness/exec/cache_folder.h"
#include "harness/exec/probe_cache.h"
#include "harness/process/fd.h"
#include "harness/process/log.h"
#include "harness/process/spawn.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;

// Runs the program and redirects its output to the descriptor `output`. Returns its exit code.
int run(const std::vector<std::string>& arguments, int output) {
  process::Program program;
  program.arguments = arguments;
  program.standard_output = output;
  return process::run(std::move(program));
}

// Builds the probe into `aside` and returns its path. The log of the build outlives that folder.
fs::path build(const fs::path& python, const fs::path& root, const fs::path& aside) {
  const fs::path log = aside.parent_path() / "build.log";
  const process::Fd output(open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  const std::vector<std::vector<std::string>> steps = {
      {"cmake", "--fresh", "-S", root, "-B", aside, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
       "-DGRIDLOCK_PYTHON=" + python.string(), "-DGRIDLOCK_TESTS=OFF", "-DGRIDLOCK_PROBE_ONLY=ON"},
      {"cmake", "--build", aside, "--target", "gridlock_probe"},
  };
  for (const auto& step : steps) {
    if (run(step, output.get()) != 0) {
      throw std::runtime_error("the probe could not be built for " + python.string() + ": see " +
                               log.string());
    }
  }
  return aside / "lib" / "gridlock_probe.so";
}

// Returns the functions of the ranks' torch that the probe does not support. Returns "" if there
// are none or if this is unknown.
std::string unknown_functions(const fs::path& python, const fs::path& root, const fs::path& probe) {
  process::Program program;
  program.arguments = {python, "-m", "gridlock.probe.virtuals", probe};
  program.environment = {{"PYTHONPATH", root / "harness" / "rank"},
                         {"PYTHONDONTWRITEBYTECODE", "1"}};
  const process::Fd output = process::make_log();
  program.standard_output = output.get();
  if (process::run(std::move(program)) != 0) return "";
  const std::string names = process::read_log(output.get());
  return names.substr(0, names.find('\n'));
}

}  // namespace

fs::path probe_for(const Interpreter& ranks, const ProbeSources& sources,
                   const std::function<void(const std::string&)>& notify) {
  if (ranks.torch.empty())
    throw std::runtime_error(ranks.python.string() +
                             " has no torch; choose another Python with --python");
  const bool same =
      ranks.python == sources.python || ranks.torch == query_interpreter(sources.python).torch;
  if (same) return sources.built_in;
  bool is_new = false;
  const fs::path folder = cache_folder() / (ranks.torch + "-" + machine_key());
  fs::path probe =
      cached_probe(folder, fs::last_write_time(sources.built_in), [&](const fs::path& aside) {
        is_new = true;
        notify(fmt::format(
            "building the probe for {} (once per version of torch); this takes a minute or two",
            ranks.torch));
        return build(ranks.python, sources.root, aside);
      });
  if (!is_new) return probe;
  const std::string unknown = unknown_functions(ranks.python, sources.root, probe);
  if (!unknown.empty()) {
    notify(
        fmt::format("this torch has functions that the probe does not support; scripts that call "
                    "them will fail: {}",
                    unknown));
  }
  return probe;
}

}  // namespace gridlock::exec
