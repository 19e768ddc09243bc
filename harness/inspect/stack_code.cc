#include "harness/inspect/stack_code.h"

#include <fmt/format.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "harness/inspect/semaphore_caller.h"
#include "harness/inspect/system_call.h"

namespace gridlock::inspect {
namespace {

// Bytes. No thread uses more of its stack. The permitted size of a main thread's stack may be
// larger.
constexpr std::uint64_t kLargestStack = 16 << 20;

// Reads memory of another process. Returns false unless the whole range could be read.
bool read(pid_t process, std::uint64_t address, std::vector<std::uint64_t>& words) {
  const std::size_t bytes = words.size() * sizeof(std::uint64_t);
  const iovec here{words.data(), bytes};
  const iovec there{reinterpret_cast<void*>(address), bytes};
  return process_vm_readv(process, &here, 1, &there, 1, 0) == static_cast<ssize_t>(bytes);
}

bool is_c_library(std::string_view file) {
  return file.starts_with("libc.so") || file.starts_with("libc-");
}

bool is_python(std::string_view file) {
  return file.starts_with("python") || file.starts_with("libpython");
}

// Returns device and inode from a line of /proc/PID/maps (proc(5): address, permissions, offset,
// device, inode, path).
std::string device_and_inode(const std::string& line) {
  std::istringstream words(line);
  std::string word, device, inode;
  words >> word >> word >> word >> device >> inode;
  return device + " " + inode;
}

}  // namespace

// Reads lines such as "7f00-7f80 r-xp 00000000 fe:00 1104   /usr/lib/libcuda.so.1" (proc(5)).
StackCode::StackCode(pid_t process) : process_(process) {
  std::ifstream maps(fmt::format("/proc/{}/maps", process));
  for (std::string line; std::getline(maps, line);) {
    Mapping mapping;
    char* end = nullptr;
    mapping.begin = std::strtoull(line.c_str(), &end, 16);
    if (*end != '-') continue;
    mapping.end = std::strtoull(end + 1, &end, 16);
    mapping.executable = std::string_view(end).substr(0, 4).ends_with('x');
    const auto slash = line.find('/');
    if (slash != line.npos) mapping.file = line.substr(line.rfind('/') + 1);
    if (c_library_.empty() && is_c_library(mapping.file)) c_library_ = device_and_inode(line);
    mappings_.push_back(std::move(mapping));
  }
}

bool StackCode::may_be_within(pid_t thread, std::string_view library) const {
  std::vector<const Mapping*> code;
  for (const Mapping& mapping : mappings_) {
    if (mapping.executable && mapping.file.find(library) != std::string::npos) {
      code.push_back(&mapping);
    }
  }
  const std::vector<std::uint64_t> stack = stack_of(thread);
  if (stack.empty()) return true;
  return std::ranges::any_of(stack, [&](std::uint64_t word) {
    return std::ranges::any_of(code, [&](const Mapping* mapping) {
      return word >= mapping->begin && word < mapping->end;
    });
  });
}

bool StackCode::is_within_python(pid_t thread) const {
  return std::ranges::any_of(stack_of(thread), [&](std::uint64_t word) {
    const Mapping* mapping = mapping_of(word);
    return mapping != nullptr && mapping->executable && is_python(mapping->file);
  });
}

bool StackCode::waits_for_python_lock(pid_t thread) const {
  static const std::string own_library = StackCode(getpid()).c_library_;
  const auto sleeper = asleep(process_, thread);
  const auto caller = sem_wait_return_offset();
  if (!sleeper || !caller || c_library_ != own_library) return false;
  if (!is_awaited_semaphore(sleeper->futex)) return false;
  std::vector<std::uint64_t> word(1);
  if (!read(process_, sleeper->stack + *caller, word)) return false;
  const Mapping* mapping = mapping_of(word[0]);
  if (mapping == nullptr || !mapping->executable) return false;
  return is_python(mapping->file);
}

const StackCode::Mapping* StackCode::mapping_of(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(mappings_, address, {}, &Mapping::begin);
  if (after == mappings_.begin()) return nullptr;
  const Mapping& mapping = *std::prev(after);
  return address < mapping.end ? &mapping : nullptr;
}

std::vector<std::uint64_t> StackCode::stack_of(pid_t thread) const {
  const auto sleeper = asleep(process_, thread);
  const Mapping* stack = sleeper ? mapping_of(sleeper->stack) : nullptr;
  if (stack == nullptr || stack->end - sleeper->stack > kLargestStack) return {};
  std::vector<std::uint64_t> words((stack->end - sleeper->stack) / sizeof(std::uint64_t));
  return read(process_, sleeper->stack, words) ? words : std::vector<std::uint64_t>{};
}

// Recognizes a semaphore by glibc's struct new_sem on 64 bits: its first word is the value, which
// is the futex, and its second word is the number of waiters. In a condition variable, the second
// word is a count of signals or eight times the number of waiters. In a mutex, and in a thread that
// is joined, the first word is not 0.
bool StackCode::is_awaited_semaphore(std::uint64_t address) const {
  std::vector<std::uint64_t> word(1);
  if (address == 0 || !read(process_, address, word)) return false;
  const std::uint64_t value = word[0] & 0xffffffff, waiters = word[0] >> 32;
  return value == 0 && waiters >= 1 && waiters < 8;
}

}  // namespace gridlock::inspect
