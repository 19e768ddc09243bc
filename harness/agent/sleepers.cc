#include "harness/agent/sleepers.h"

#include <linux/futex.h>
#include <sys/syscall.h>

#include <array>
#include <fstream>
#include <string>

namespace gridlock::agent {
namespace {

using Arguments = std::array<std::uint64_t, 6>;

// proc(5), /proc/PID/task/TID/syscall: "202 0x7f… 0x189 …"; "running" for a thread that does.
bool read_call(pid_t process, pid_t thread, long& number, Arguments& arguments) {
  std::ifstream file("/proc/" + std::to_string(process) + "/task/" + std::to_string(thread) +
                     "/syscall");
  file >> number;
  for (std::uint64_t& argument : arguments) file >> std::hex >> argument;
  return static_cast<bool>(file);
}

bool waits(std::uint64_t futex_operation) {
  const auto command = futex_operation & FUTEX_CMD_MASK;
  return command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
}

// A timeout in milliseconds, where a negative one is none.
bool is_time(std::uint64_t milliseconds) {
  return static_cast<std::int32_t>(milliseconds) >= 0;
}

}  // namespace

bool sleeps_for_a_time(pid_t process, pid_t thread) {
  long number = -1;
  Arguments arguments{};
  if (!read_call(process, thread, number, arguments)) return false;
  switch (number) {
    case SYS_clock_nanosleep:
#ifdef SYS_nanosleep
    case SYS_nanosleep:
#endif
      return true;
    case SYS_futex:
      return waits(arguments[1]) && arguments[3] != 0;
#ifdef SYS_poll
    case SYS_poll:
      return is_time(arguments[2]);
#endif
    case SYS_ppoll:
      return arguments[2] != 0;
#ifdef SYS_select
    case SYS_select:
#endif
    case SYS_pselect6:
      return arguments[4] != 0;
#ifdef SYS_epoll_wait
    case SYS_epoll_wait:
#endif
    case SYS_epoll_pwait:
      return is_time(arguments[3]);
    case SYS_rt_sigtimedwait:
      return arguments[2] != 0;
    case SYS_semtimedop:
      return arguments[3] != 0;
    default:
      return false;
  }
}

void Sleepers::begin(std::uint64_t events) {
  if (events != events_) first_seen_.clear();
  events_ = events;
}

std::vector<KernelThread> Sleepers::mark(pid_t process, std::vector<KernelThread> threads) {
  for (KernelThread& thread : threads) {
    const auto [seen, fresh] = first_seen_.try_emplace({process, thread.id}, thread.switches);
    const bool has_woken = thread.switches != seen->second;
    if (thread.state != 'S' || has_woken || is_library_thread(thread.name)) continue;
    if (timed_(process, thread.id)) thread.state = 'R';
  }
  return threads;
}

}  // namespace gridlock::agent
