#include "harness/inspect/stack_collector.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <thread>

#include "harness/inspect/kernel_threads.h"
#include "harness/process/files.h"
#include "harness/process/search.h"
#include "harness/process/signals.h"
#include "harness/process/spawn.h"
#include "harness/protocol/evidence_files.h"

namespace gridlock::inspect {
namespace {

constexpr auto kPySpyTimeout = std::chrono::seconds(20);
constexpr auto kFaulthandlerTime = std::chrono::milliseconds(500);

// Returns whether the process handles kStacksSignal. The signal would kill a process that does not
// handle it.
bool handles_stacks_signal(pid_t pid) {
  const auto threads = kernel_threads(pid);
  const auto main = std::ranges::find(threads, true, &KernelThread::main);
  return main != threads.end() && (main->caught >> (process::kStacksSignal - 1) & 1) != 0;
}

}  // namespace

std::filesystem::path find_py_spy(const std::filesystem::path& python) {
  const std::filesystem::path beside = python.parent_path() / "py-spy";
  return process::is_program(beside) ? beside : process::find_program("py-spy");
}

std::vector<StackTarget> stack_targets(std::span<const LocalRank> ranks) {
  std::vector<StackTarget> targets;
  for (const LocalRank& rank : ranks) {
    if (rank.pid > 0 && !rank.exited) targets.push_back({rank.rank, rank.pid});
  }
  return targets;
}

StackCollector::StackCollector(std::filesystem::path py_spy, std::filesystem::path folder,
                               const std::vector<StackTarget>& targets, bool may_signal)
    : py_spy_(std::move(py_spy)),
      folder_(std::move(folder)),
      may_signal_(may_signal),
      waiting_(targets.begin(), targets.end()) {
  std::error_code ignored;  // without the folder, faulthandler takes the stacks
  std::filesystem::create_directories(folder_, ignored);
}

bool StackCollector::finished() {
  std::erase_if(running_, [&](PySpyRun& run) { return reap(run); });
  const std::size_t at_once = std::max(1u, std::thread::hardware_concurrency());
  while (!waiting_.empty() && running_.size() < at_once) start_next();
  return waiting_.empty() && running_.empty() && Clock::now() >= faulthandler_until_;
}

void StackCollector::start_next() {
  const StackTarget target = waiting_.front();
  waiting_.pop_front();
  if (py_spy_.empty()) return signal_faulthandler(target);
  const process::Fd file = process::create_file(file_of(target));
  if (!file) return signal_faulthandler(target);
  process::Program program;
  // Full paths distinguish the user's files from those of libraries.
  program.arguments = {py_spy_, "dump", "--full-filenames", "--pid", std::to_string(target.pid)};
  program.standard_output = file.get();
  program.dies_with_parent = true;
  try {
    PySpyRun run{target, process::spawn(program), {}, Clock::now() + kPySpyTimeout};
    run.process = process::ProcessHandle(run.py_spy);
    running_.push_back(std::move(run));
  } catch (const std::system_error&) {
    signal_faulthandler(target);
  }
}

bool StackCollector::reap(PySpyRun& run) {
  const bool ended = run.process.ended();
  if (!ended && Clock::now() < run.deadline) return false;
  if (!ended) kill(run.py_spy, SIGKILL);
  int status = 0;
  waitpid(run.py_spy, &status, 0);
  if (!ended || status != 0) signal_faulthandler(run.target);
  return true;
}

void StackCollector::signal_faulthandler(const StackTarget& target) {
  if (!may_signal_ || !handles_stacks_signal(target.pid)) return;
  kill(target.pid, process::kStacksSignal);
  faulthandler_until_ = Clock::now() + kFaulthandlerTime;
}

std::filesystem::path StackCollector::file_of(const StackTarget& target) const {
  return folder_ / protocol::stacks_file(target.rank);
}

}  // namespace gridlock::inspect
