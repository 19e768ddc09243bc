#include "harness/inspect/visibility.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <system_error>

#include "harness/process/fd.h"

namespace gridlock::inspect {
namespace {

// Returns the error of reading from the file, or 0.
int error_of(const std::filesystem::path& path) {
  const process::Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  char byte = 0;
  return file && read(file.get(), &byte, 1) >= 0 ? 0 : errno;
}

std::string text_of(int error) {
  return std::generic_category().message(error);
}

// Returns the setting of Linux that forbids reading, in parentheses, or "".
std::string setting(const std::filesystem::path& proc) {
  std::ifstream file(proc / "sys/kernel/yama/ptrace_scope");
  int scope = 0;
  if (!(file >> scope) || scope < 2) return "";
  return fmt::format(" (kernel.yama.ptrace_scope is {}, but must be 0 or 1)", scope);
}

// Returns an address that the process can read, or 0.
std::uint64_t readable_address(const std::filesystem::path& maps_file) {
  std::ifstream maps(maps_file);  // proc(5)
  for (std::string line; std::getline(maps, line);) {
    const auto blank = line.find(' ');
    if (line.compare(blank, 2, " r") == 0) return std::stoull(line, nullptr, 16);
  }
  return 0;
}

// Returns the error that keeps this process from reading the memory of the process, or 0.
int error_of_reading(pid_t process, std::uint64_t address) {
  char byte = 0;
  const iovec here{&byte, 1};
  const iovec there{reinterpret_cast<void*>(address), 1};
  if (process_vm_readv(process, &here, 1, &there, 1, 0) == 1) return 0;
  return errno == EFAULT ? 0 : errno;  // the memory of a device cannot be read
}

bool has_ended(pid_t process, const std::filesystem::path& proc) {
  std::error_code error;
  return !std::filesystem::exists(proc / std::to_string(process), error);
}

}  // namespace

std::string why_waits_are_hidden(pid_t process, const std::filesystem::path& proc) {
  const std::filesystem::path file = proc / std::to_string(process) / "syscall";
  const int error = error_of(file);
  if (error == 0 || has_ended(process, proc)) return "";
  return fmt::format("{}: {}{}", file.string(), text_of(error), setting(proc));
}

std::string why_stacks_are_hidden(pid_t process) {
  const std::filesystem::path proc = "/proc", maps = proc / std::to_string(process) / "maps";
  const int unreadable = error_of(maps);
  const int error = unreadable != 0 ? 0 : error_of_reading(process, readable_address(maps));
  if ((unreadable == 0 && error == 0) || has_ended(process, proc)) return "";
  if (unreadable != 0) return fmt::format("{}: {}", maps.string(), text_of(unreadable));
  return fmt::format("process_vm_readv: {}{}", text_of(error), setting(proc));
}

std::string obstacle_to_proofs(pid_t process, const std::string& name) {
  const std::string waits = why_waits_are_hidden(process);
  if (!waits.empty()) {
    return fmt::format(
        "no deadlock can be proved, because the kernel does not say what the threads of {} wait "
        "for: {}",
        name, waits);
  }
  const std::string stacks = why_stacks_are_hidden(process);
  if (stacks.empty()) return "";
  return fmt::format(
      "few deadlocks can be proved, because the kernel does not show the stacks of {}: {}", name,
      stacks);
}

}  // namespace gridlock::inspect
