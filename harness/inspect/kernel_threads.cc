#include "harness/inspect/kernel_threads.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>

namespace gridlock::inspect {
namespace {

std::uint64_t number_behind(std::string_view line) {
  const std::size_t digit = line.find_first_of("0123456789");
  std::uint64_t value = 0;
  if (digit != std::string_view::npos) {
    std::from_chars(line.data() + digit, line.data() + line.size(), value);
  }
  return value;
}

// Reads Name, State, SigCgt and (non)voluntary_ctxt_switches from /proc/PID/task/TID/status.
bool read_status(const std::filesystem::path& file, KernelThread& thread) {
  std::ifstream status(file);
  bool found = false;
  for (std::string line; std::getline(status, line);) {
    const std::string_view text = line;
    if (text.starts_with("Name:\t")) {
      thread.name = text.substr(6);
    } else if (text.starts_with("State:\t") && text.size() > 7) {
      thread.state = text[7];
      found = true;
    } else if (text.starts_with("SigCgt:\t")) {
      std::from_chars(text.data() + 8, text.data() + text.size(), thread.caught, 16);
    } else if (text.find("ctxt_switches:") != std::string_view::npos) {
      thread.switches += number_behind(text);
    }
  }
  return found;
}

// A line of /proc/locks. In "1: FLOCK ADVISORY WRITE 5913 fe:00:1104 0 EOF", process 5913 holds
// lock 1. A process that waits for this lock has a line "1: -> FLOCK …" below.
struct LockLine {
  std::string id;
  bool waits = false;
  pid_t process = 0;
};

LockLine parse_lock(const std::string& line) {
  std::istringstream words(line);
  LockLine lock;
  std::string word, kind, mode, access;
  words >> lock.id >> word;
  lock.waits = word == "->";
  if (lock.waits) words >> kind;
  words >> mode >> access >> lock.process;
  return lock;
}

bool handles(const KernelThread& thread, int signal) {
  return (thread.caught >> (signal - 1) & 1) != 0;
}

// Returns whether the process has children. Returns true if the kernel does not tell, for which it
// needs CONFIG_PROC_CHILDREN.
bool has_children(const std::vector<KernelThread>& threads, pid_t process) {
  return std::ranges::any_of(threads, [&](const KernelThread& parent) {
    std::ifstream file(fmt::format("/proc/{}/task/{}/children", process, parent.id));
    pid_t child = 0;
    return file >> child || !file.eof();
  });
}

}  // namespace

std::vector<KernelThread> kernel_threads(pid_t process) {
  std::vector<KernelThread> threads;
  std::error_code error;
  const std::filesystem::path folder = "/proc/" + std::to_string(process) + "/task";
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    KernelThread thread;
    thread.id = static_cast<pid_t>(number_behind(entry.path().filename().native()));
    if (!read_status(entry.path() / "status", thread)) continue;
    thread.main = thread.id == process;
    thread.system_call = system_call(process, thread.id, thread.state);
    threads.push_back(std::move(thread));
  }
  for (KernelThread& thread : threads) {
    if (thread.main && handles(thread, SIGCHLD))
      thread.has_children = has_children(threads, process);
  }
  return threads;
}

// Reads /proc/PID/task/TID/schedstat: ns on a processor, ns ready for one, time slices. Returns the
// sum of the first two in seconds.
double busy_seconds(pid_t process, pid_t thread) {
  std::ifstream file(fmt::format("/proc/{}/task/{}/schedstat", process, thread));
  double running = 0, ready = 0;
  return file >> running >> ready ? (running + ready) / 1e9 : 0;
}

std::vector<pid_t> lock_holders(pid_t process) {
  std::vector<pid_t> holders;
  std::map<std::string, pid_t> held;  // process by lock number
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    const LockLine lock = parse_lock(line);
    if (!lock.waits) {
      held[lock.id] = lock.process;
    } else if (lock.process == process && held.contains(lock.id)) {
      holders.push_back(held[lock.id]);
    }
  }
  return holders;
}

}  // namespace gridlock::inspect
