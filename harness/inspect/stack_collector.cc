#include "harness/inspect/stack_collector.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <thread>

#include "harness/inspect/kernel_threads.h"
#include "harness/process/search.h"
#include "harness/process/signals.h"
#include "harness/process/spawn.h"
#include "harness/protocol/evidence_files.h"

namespace gridlock::inspect {
namespace {

constexpr auto kLongestLook = std::chrono::seconds(20);
constexpr auto kFaulthandlerTakes = std::chrono::milliseconds(500);

bool has_ended(const process::Fd& pidfd) {
  pollfd wait{pidfd.get(), POLLIN, 0};
  return !pidfd || poll(&wait, 1, 0) > 0;
}

// Checks for a handler first: the signal would end any other process.
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
                               const std::vector<StackTarget>& targets, bool may_ask)
    : py_spy_(std::move(py_spy)),
      folder_(std::move(folder)),
      may_ask_(may_ask),
      waiting_(targets.begin(), targets.end()) {
  std::error_code ignored;  // without the folder there is still the log
  std::filesystem::create_directories(folder_, ignored);
}

bool StackCollector::finished() {
  std::erase_if(looks_, [&](Look& look) { return over(look); });
  const std::size_t at_once = std::max(1u, std::thread::hardware_concurrency());
  while (!waiting_.empty() && looks_.size() < at_once) begin_next();
  return waiting_.empty() && looks_.empty() && Clock::now() >= faulthandler_until_;
}

void StackCollector::begin_next() {
  const StackTarget target = waiting_.front();
  waiting_.pop_front();
  if (py_spy_.empty()) return ask_faulthandler(target);
  const process::Fd file(
      open(file_of(target).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file) return ask_faulthandler(target);
  process::Program program;
  // Full paths distinguish the user's files from those of libraries.
  program.arguments = {py_spy_, "dump", "--full-filenames", "--pid", std::to_string(target.pid)};
  program.standard_output = file.get();
  program.dies_with_parent = true;
  try {
    Look look{target, process::spawn(program), {}, Clock::now() + kLongestLook};
    look.ended.reset(static_cast<int>(syscall(SYS_pidfd_open, look.py_spy, 0)));
    looks_.push_back(std::move(look));
  } catch (const std::system_error&) {
    ask_faulthandler(target);
  }
}

bool StackCollector::over(Look& look) {
  const bool ended = has_ended(look.ended);
  if (!ended && Clock::now() < look.deadline) return false;
  if (!ended) kill(look.py_spy, SIGKILL);
  int status = 0;
  waitpid(look.py_spy, &status, 0);
  if (!ended || status != 0) ask_faulthandler(look.target);
  return true;
}

void StackCollector::ask_faulthandler(const StackTarget& target) {
  if (!may_ask_ || !handles_stacks_signal(target.pid)) return;
  kill(target.pid, process::kStacksSignal);
  faulthandler_until_ = Clock::now() + kFaulthandlerTakes;
}

std::filesystem::path StackCollector::file_of(const StackTarget& target) const {
  return folder_ / protocol::stacks_file(target.rank);
}

}  // namespace gridlock::inspect
