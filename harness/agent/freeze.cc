#include "harness/agent/freeze.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>

namespace gridlock::agent {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTimeout{50};  // a thread in vfork() stops late
constexpr std::chrono::microseconds kPollInterval{200};

// Returns whether the thread is stopped, traced, or ending.
bool is_halted(const inspect::KernelThread& thread) {
  return std::string_view("TtZX").find(thread.state) != std::string_view::npos;
}

bool is_stopped(const std::vector<inspect::KernelThread>& threads) {
  return std::ranges::any_of(threads,
                             [](const inspect::KernelThread& t) { return t.state == 'T'; });
}

bool was_asleep(const inspect::KernelThread& before) {
  return before.state == 'S' || before.state == 'D';
}

// Returns the state that the thread had before the stop. The stop itself costs a sleeping thread at
// most one context switch. A thread with more switches ran in between.
inspect::KernelThread as_before(inspect::KernelThread thread,
                                const std::vector<inspect::KernelThread>& earlier) {
  const auto before = std::ranges::find(earlier, thread.id, &inspect::KernelThread::id);
  const bool asleep =
      before != earlier.end() && was_asleep(*before) && thread.switches <= before->switches + 1;
  thread.state = asleep ? before->state : 'R';
  thread.system_call = asleep ? before->system_call : inspect::SystemCall{};
  return thread;
}

}  // namespace

Freeze::Freeze(const std::vector<inspect::LocalRank>& ranks) {
  for (const inspect::LocalRank& rank : ranks) {
    if (rank.pid <= 0 || rank.exited) continue;
    std::vector<inspect::KernelThread> threads = inspect::kernel_threads(rank.pid);
    if (!is_stopped(threads)) before_.emplace(rank.pid, std::move(threads));
  }
  for (const auto& [process, threads] : before_) kill(process, SIGSTOP);
  for (const auto& [process, threads] : before_) complete_ &= wait_for_stop(process);
}

Freeze::~Freeze() {
  for (const auto& [process, threads] : before_) kill(process, SIGCONT);
}

bool Freeze::wait_for_stop(pid_t process) {
  const Clock::time_point end = Clock::now() + kTimeout;
  std::vector<inspect::KernelThread>& threads = stopped_[process];
  while (true) {
    threads = inspect::kernel_threads(process);
    if (std::ranges::all_of(threads, is_halted)) return true;
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(kPollInterval);
  }
}

std::vector<inspect::KernelThread> Freeze::threads_of(pid_t process) const {
  const auto stopped = stopped_.find(process);
  std::vector<inspect::KernelThread> threads =
      stopped != stopped_.end() ? stopped->second : inspect::kernel_threads(process);
  const auto before = before_.find(process);
  for (inspect::KernelThread& thread : threads) {
    thread =
        as_before(std::move(thread),
                  before != before_.end() ? before->second : std::vector<inspect::KernelThread>{});
  }
  return threads;
}

}  // namespace gridlock::agent
