// gridlock bench starvation measures how long a runnable thread waits for a processor on a loaded
// machine. The result is compared with the time between the two snapshots of a proof
// (prover::kBetweenSnapshots).
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "bench/bench.h"
#include "bench/machine_load.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/controller/machine.h"
#include "harness/prover/prover.h"
#include "harness/selftest/quantile.h"

namespace gridlock::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr Milliseconds kInterruption{0.5};  // shorter gaps are interrupts and do not count
constexpr std::chrono::milliseconds kNap{5};

// Returns the gaps, in ms, in which an always runnable thread did not run.
std::vector<double> times_off_the_processor(Clock::time_point end) {
  std::vector<double> gaps;
  Clock::time_point before = Clock::now();
  while (before < end) {
    const Clock::time_point now = Clock::now();
    if (now - before > kInterruption) gaps.push_back(Milliseconds(now - before).count());
    before = now;
  }
  return gaps;
}

// Returns the delays, in ms, of a thread that sleeps repeatedly. A delay is the time from the due
// wake-up until the thread runs.
std::vector<double> delays_of_waking(Clock::time_point end) {
  std::vector<double> delays;
  while (Clock::now() < end) {
    const Clock::time_point due = Clock::now() + kNap;
    std::this_thread::sleep_until(due);
    delays.push_back(Milliseconds(Clock::now() - due).count());
  }
  return delays;
}

void print(const char* what, std::vector<double> values) {
  if (values.empty()) return fmt::print("{:<44} never\n", what);
  std::ranges::sort(values);
  const auto distance = static_cast<double>(prover::kBetweenSnapshots.count());
  const auto longer = std::ranges::count_if(values, [&](double v) { return v > distance; });
  fmt::print("{:<44}{:>9}{:>9.2f}{:>9.2f}{:>9.2f}{:>12}\n", what, values.size(),
             selftest::quantile(values, 0.5), selftest::quantile(values, 0.99), values.back(),
             longer);
}

// Measures for `seconds` seconds, prints a few lines and returns an exit code.
int bench_starvation(int seconds) {
  const int cores = controller::inspect_machine().cores;
  fmt::print("with {} spinning processes on each of {} cores, in ms\n", kSpinnersPerCore, cores);
  fmt::print("{:<44}{:>9}{:>9}{:>9}{:>9}{:>12}\n", "", "times", "p50", "p99", "most",
             fmt::format("over {}", prover::kBetweenSnapshots.count()));
  const MachineLoad load(kSpinnersPerCore * cores);
  const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds);
  std::vector<double> off, late;
  std::thread sleeper([&] { late = delays_of_waking(end); });
  off = times_off_the_processor(end);
  sleeper.join();
  print("a computing thread is off its processor", std::move(off));
  print("a woken thread waits for a processor", std::move(late));
  return cli::kExpected;
}

}  // namespace

void add_starvation(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command =
      bench.subcommand("starvation",
                       "How long a busy machine delays a runnable thread, compared with how long a "
                       "proof waits");
  auto seconds = std::make_shared<int>(20);
  command.option("--seconds", *seconds, "Seconds to measure").range(1, 3600).show_default();
  command.action([seconds, &exit_code] { exit_code = bench_starvation(*seconds); });
}

}  // namespace gridlock::bench
