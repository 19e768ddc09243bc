// gridlock bench exec measures the cost of running a script under gridlock exec instead of
// torchrun.
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "bench/bench_plan.h"
#include "bench/seconds.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/exec/job_registry.h"
#include "harness/process/fd.h"
#include "harness/process/log.h"
#include "harness/process/process_tree.h"
#include "harness/process/spawn.h"
#include "harness/workspace/installation.h"

namespace gridlock::bench {
namespace {

struct ExecBenchOptions {
  int pairs = 5;  // pairs of runs: one under gridlock exec, one under torchrun
  int ranks = 2;
};

constexpr const char* kMarker = "seconds per step: ";

struct Sample {
  double seconds = 0;
  double step = 0;             // seconds per step
  double supervisors_mib = 0;  // peak of the sum over processes named gridlock
};

// Returns the resident MiB of a supervising process, or 0 for a process of another name.
double supervisor_mib(pid_t pid) {
  std::ifstream status(fmt::format("/proc/{}/status", pid));
  double mib = 0;
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Name:") && !line.ends_with("\tgridlock")) return 0;
    if (line.starts_with("VmRSS:")) mib = std::stod(line.substr(6)) / 1024;
  }
  return mib;
}

double supervisors_mib(pid_t pid) {
  double mib = supervisor_mib(pid);
  for (const pid_t below : process::descendants(process::system_table(), pid)) {
    mib += supervisor_mib(below);
  }
  return mib;
}

// Runs the script once. Returns nullopt if the script failed.
std::optional<Sample> run(const std::vector<std::string>& arguments) {
  using Clock = std::chrono::steady_clock;
  const process::Fd output = process::make_log();
  process::Program program;
  program.arguments = arguments;
  program.standard_output = output.get();
  program.own_session = false;
  program.dies_with_parent = true;
  Sample sample;
  const auto began = Clock::now();
  const pid_t pid = process::spawn(program);
  const process::Fd life(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  pollfd wait{life.get(), POLLIN, 0};
  while (poll(&wait, 1, 250) == 0) {
    sample.supervisors_mib = std::max(sample.supervisors_mib, supervisors_mib(pid));
  }
  sample.seconds = seconds_since(began);
  int status = 0;
  waitpid(pid, &status, 0);
  const std::string text = process::read_log(output.get());
  const std::size_t at = text.find(kMarker);
  if (status != 0 || at == std::string::npos) {
    fmt::print(stderr, "{}", text);
    return std::nullopt;
  }
  sample.step = std::stod(text.substr(at + std::string(kMarker).size()));
  return sample;
}

void print(const char* what, const std::vector<double>& here, const std::vector<double>& there,
           double scale, const char* unit) {
  fmt::print("{:<28}{:>10.2f} {:<3}{:>10.2f} {}\n", what, scale * median(here), unit,
             scale * median(there), unit);
}

// Prints medians: seconds from start to end, seconds per step, memory of the supervising processes,
// and the size of a rank's ring. Returns an exit code, which is 1 if a run fails.
int bench_exec(const ExecBenchOptions& options) {
  const auto& here = workspace::installation();
  const std::string script = here.root / "harness" / "exec" / "scripts" / "bench" / "steps.py";
  const std::string ranks = std::to_string(options.ranks);
  const std::vector<std::string> with = {
      here.binaries / "gridlock", "exec", "--python", here.python, "-n", ranks, script};
  const std::vector<std::string> without = {
      here.python, "-m",  "torch.distributed.run", "--standalone", "--nproc-per-node",
      ranks,       script};
  std::vector<double> seconds, seconds_without, steps, steps_without, ratios, mib;
  for (int pair = 0; pair < options.pairs; ++pair) {
    fmt::print(stderr, "pair {} of {}\n", pair + 1, options.pairs);
    // The order alternates, so that a slowdown of the machine affects both sides alike.
    const bool first = pair % 2 == 0;
    const auto one = run(first ? with : without);
    const auto other = run(first ? without : with);
    if (!one || !other) return cli::kUnexpected;
    const Sample& mine = first ? *one : *other;
    const Sample& its = first ? *other : *one;
    seconds.push_back(mine.seconds);
    seconds_without.push_back(its.seconds);
    steps.push_back(mine.step);
    steps_without.push_back(its.step);
    ratios.push_back(mine.step / its.step);
    mib.push_back(mine.supervisors_mib);
  }
  fmt::print("{:<28}{:>14}{:>14}   (medians of {})\n", "", "gridlock exec", "torchrun",
             options.pairs);
  print("from start to end", seconds, seconds_without, 1, "s");
  print("a step", steps, steps_without, 1000, "ms");
  fmt::print("steps take longer by{:>17.2f} %   (median over pairs)\n", 100 * (median(ratios) - 1));
  fmt::print("memory of the supervisors{:>12.1f} MiB, and {:.2f} MiB for each rank's ring\n",
             median(mib), static_cast<double>(exec::kRingBytes) / (1 << 20));
  return cli::kExpected;
}

}  // namespace

void add_exec_bench(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "exec", "Overhead of gridlock exec for a healthy script, compared with torchrun");
  auto options = std::make_shared<ExecBenchOptions>();
  command
      .option("--pairs", options->pairs,
              "How many pairs of runs: one under gridlock exec, one under torchrun")
      .range(1, 100)
      .show_default();
  command.option("-n", options->ranks, "How many ranks the script has").range(1, 64).show_default();
  command.action([options, &exit_code] { exit_code = bench_exec(*options); });
}

}  // namespace gridlock::bench
