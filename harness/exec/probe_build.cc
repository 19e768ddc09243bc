#include "harness/exec/probe_build.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <fstream>
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

// Returns the functions of the torch that the build in `aside` found and that the probe does not
// know, on one line (harness/rank/probe/forwarders.py).
std::string unknown_functions(const fs::path& aside) {
  std::ifstream file(aside / "generated" / "harness" / "rank" / "probe" / "unknown_virtuals.txt");
  std::string line;
  std::getline(file, line);
  return line;
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
  std::string unknown;
  const fs::path folder = cache_folder() / (ranks.torch + "-" + machine_key());
  fs::path probe =
      cached_probe(folder, fs::last_write_time(sources.built_in), [&](const fs::path& aside) {
        notify(fmt::format(
            "building the probe for {} (once per version of torch); this takes a minute or two",
            ranks.torch));
        const fs::path built = build(ranks.python, sources.root, aside);
        unknown = unknown_functions(aside);
        return built;
      });
  if (!unknown.empty()) {
    notify(fmt::format("this torch has functions that gridlock only passes on: {}", unknown));
  }
  return probe;
}

}  // namespace gridlock::exec
