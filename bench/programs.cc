#include "bench/programs.h"

#include <fmt/format.h>

#include "harness/cli/command.h"
#include "harness/process/spawn.h"
#include "harness/workspace/installation.h"

namespace gridlock::bench {
namespace {

int run(std::vector<std::string> arguments) {
  process::Program program;
  program.arguments = std::move(arguments);
  return process::run(std::move(program));
}

}  // namespace

int bench_program(const std::string& name) {
  const auto& binaries = workspace::installation().binaries;
  fmt::print(stderr, "building {}\n", name);
  const std::string build = binaries.parent_path();
  if (run({"/usr/bin/env", "cmake", "--build", build, "--target", name}) != 0) {
    fmt::print(stderr,
               "gridlock: cannot build {}. It needs Google Benchmark, which ./gridlock test "
               "installs\n",
               name);
    return cli::kEnvironment;
  }
  const int status = run(
      {binaries / name, "--benchmark_repetitions=9", "--benchmark_report_aggregates_only=true"});
  return status == 0 ? cli::kExpected : cli::kUnexpected;
}

}  // namespace gridlock::bench
