#include "harness/inspect/system_call.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

namespace gridlock::inspect {
namespace {

struct Entered {
  long number = -1;
  std::array<std::uint64_t, 6> arguments{};
  std::uint64_t stack = 0;
};

// Reads /proc/PID/task/TID/syscall (proc(5)). The line is "202 0x7f… 0x189 …", with the stack
// pointer and the program counter at its end. It is "running" for a thread that runs, and "-1 …"
// for one that sleeps outside of any system call.
std::optional<std::string> line_of(pid_t process, pid_t thread) {
  std::ifstream file(fmt::format("/proc/{}/task/{}/syscall", process, thread));
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return line;
}

Entered parse(const std::string& line) {
  Entered entered;
  const char* at = line.c_str();
  char* end = nullptr;
  entered.number = std::strtol(at, &end, 10);
  for (std::uint64_t& argument : entered.arguments) {
    argument = std::strtoull(end, &end, 16);
  }
  entered.stack = std::strtoull(end, &end, 16);
  return entered;
}

// Describes the file of a descriptor: "a pipe", "a socket", "/data/shard-3".
std::string descriptor(pid_t process, std::uint64_t number) {
  std::error_code error;
  const std::string target =
      std::filesystem::read_symlink(fmt::format("/proc/{}/fd/{}", process, number), error).string();
  if (target.starts_with("pipe:")) return "a pipe";
  if (target.starts_with("socket:")) return "a socket";
  if (target.starts_with("anon_inode:")) {
    std::string kind = target.substr(target.find(':') + 1);
    std::erase_if(kind, [](char c) { return c == '[' || c == ']'; });
    return "an " + kind;
  }
  return target.empty() ? "a descriptor" : target;
}

enum class Takes { kNothing, kDescriptor, kProcess };
struct Row {
  long number;
  std::string_view words;
  Takes takes = Takes::kNothing;  // what the first argument means
};

constexpr std::array kCalls = std::to_array<Row>({
    {SYS_wait4, "waits for ", Takes::kProcess},
    {SYS_waitid, "waits for a child process"},
    {SYS_read, "reads from ", Takes::kDescriptor},
    {SYS_readv, "reads from ", Takes::kDescriptor},
    {SYS_pread64, "reads from ", Takes::kDescriptor},
    {SYS_recvfrom, "waits for data from ", Takes::kDescriptor},
    {SYS_recvmsg, "waits for data from ", Takes::kDescriptor},
    {SYS_write, "writes to ", Takes::kDescriptor},
    {SYS_writev, "writes to ", Takes::kDescriptor},
    {SYS_pwrite64, "writes to ", Takes::kDescriptor},
    {SYS_sendto, "sends to ", Takes::kDescriptor},
    {SYS_sendmsg, "sends to ", Takes::kDescriptor},
    {SYS_fsync, "writes to ", Takes::kDescriptor},
    {SYS_fdatasync, "writes to ", Takes::kDescriptor},
    {SYS_accept, "waits for a connection"},
    {SYS_accept4, "waits for a connection"},
    {SYS_connect, "connects to another process"},
    {SYS_clock_nanosleep, "sleeps for a fixed time"},
#ifdef SYS_nanosleep
    {SYS_nanosleep, "sleeps for a fixed time"},
#endif
#ifdef SYS_poll
    {SYS_poll, "polls descriptors"},
#endif
#ifdef SYS_select
    {SYS_select, "polls descriptors"},
#endif
#ifdef SYS_epoll_wait
    {SYS_epoll_wait, "polls descriptors"},
#endif
#ifdef SYS_pause
    {SYS_pause, "waits for a signal"},
#endif
    {SYS_restart_syscall, "waits with a timeout"},  // a timed wait that SIGSTOP has interrupted
    {SYS_ppoll, "polls descriptors"},
    {SYS_pselect6, "polls descriptors"},
    {SYS_epoll_pwait, "polls descriptors"},
    {SYS_rt_sigtimedwait, "waits for a signal"},
    {SYS_rt_sigsuspend, "waits for a signal"},
    {SYS_io_uring_enter, "waits for input or output"},
    {SYS_io_getevents, "waits for input or output"},
});

std::string describe(pid_t process, const Entered& entered) {
  const auto row = std::ranges::find(kCalls, entered.number, &Row::number);
  if (row == kCalls.end()) return fmt::format("is in system call {}", entered.number);
  std::string words(row->words);
  const auto child = static_cast<std::int32_t>(entered.arguments[0]);
  if (row->takes == Takes::kDescriptor) words += descriptor(process, entered.arguments[0]);
  if (row->takes == Takes::kProcess) {
    words += child > 0 ? fmt::format("child process {}", child) : "a child process";
  }
  return words;
}

// Returns whether the address is in private memory, from a line of /proc/PID/maps such as
// "7f00-7f80 rw-p …" (proc(5)). A mapping "rw-s" is shared between processes.
bool is_private(pid_t process, std::uint64_t address) {
  std::ifstream maps(fmt::format("/proc/{}/maps", process));
  for (std::string line; std::getline(maps, line);) {
    char* end = nullptr;
    const std::uint64_t first = std::strtoull(line.c_str(), &end, 16);
    const std::uint64_t behind = *end == '-' ? std::strtoull(end + 1, &end, 16) : 0;
    if (address < first || address >= behind) continue;
    return std::string_view(end).substr(0, 5).ends_with('p');
  }
  return false;
}

// Judges a wait at a futex. Without FUTEX_PRIVATE_FLAG, checks the mapping, because pthread_join
// and std::atomic do not set the flag even in private memory.
SystemCall in_futex(pid_t process, const Entered& entered) {
  const std::uint64_t operation = entered.arguments[1];
  const std::uint64_t command = operation & FUTEX_CMD_MASK;
  if (command != FUTEX_WAIT && command != FUTEX_WAIT_BITSET) {
    return {Sleep::kOutside, "waits for an unusual kind of lock"};
  }
  if ((operation & FUTEX_PRIVATE_FLAG) == 0 && !is_private(process, entered.arguments[0])) {
    return {Sleep::kOutside, "waits on memory shared with other processes"};
  }
  if (entered.arguments[3] != 0) return {Sleep::kOutside, "waits with a timeout"};
  return {Sleep::kInside, "waits for another thread"};
}

bool waits_for_file_lock(const Entered& entered) {
  const std::uint64_t command = entered.arguments[1];
  return entered.number == SYS_flock ||
         (entered.number == SYS_fcntl && (command == F_SETLKW || command == F_OFD_SETLKW));
}

}  // namespace

std::optional<Asleep> asleep(pid_t process, pid_t thread) {
  const auto line = line_of(process, thread);
  if (!line) return std::nullopt;
  const Entered entered = parse(*line);
  if (entered.number < 0 || entered.stack == 0) return std::nullopt;
  return Asleep{entered.stack, entered.number == SYS_futex ? entered.arguments[0] : 0};
}

pid_t owner_of_mutex(pid_t process, pid_t thread) {
  const auto sleeper = asleep(process, thread);
  if (!sleeper || sleeper->futex == 0) return 0;
  struct Mutex {  // the first fields of struct __pthread_mutex_s (sysdeps/nptl/bits/struct_mutex.h)
    std::int32_t lock = 0;  // 0 = free
    std::uint32_t count = 0;
    std::int32_t owner = 0;
  } mutex;
  const iovec here{&mutex, sizeof mutex};
  const iovec there{reinterpret_cast<void*>(sleeper->futex), sizeof mutex};
  const ssize_t bytes = process_vm_readv(process, &here, 1, &there, 1, 0);
  return bytes == sizeof mutex && mutex.lock != 0 ? mutex.owner : 0;
}

SystemCall system_call(pid_t process, pid_t thread, char state) {
  if (state != 'S' && state != 'D') return {};
  const auto line = line_of(process, thread);
  if (!line) return {Sleep::kOutside, "sleeps where it cannot be inspected"};
  if (line->starts_with("running")) return {};
  const Entered entered = parse(*line);
  if (waits_for_file_lock(entered)) return {Sleep::kFileLock, "waits for a lock on a file"};
  if (state == 'D') return {Sleep::kOutside, "waits for a disk or a device"};
  if (entered.number == SYS_futex) return in_futex(process, entered);
  return {Sleep::kOutside, describe(process, entered)};
}

}  // namespace gridlock::inspect
