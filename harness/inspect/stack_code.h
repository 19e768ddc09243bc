// Determines from the stack of a sleeping thread which libraries it may be in.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::inspect {

// The memory map of one process. The process's memory may change at any time, except the stack of a
// thread that sleeps.
class StackCode {
 public:
  // Reads /proc/PID/maps. Has no mappings if the file cannot be read.
  explicit StackCode(pid_t process);

  // Returns false if the thread sleeps in a system call and its stack, from the stack pointer to
  // the end, contains no address in executable memory of a file with `library` in its name. In that
  // case no function of that library is waiting to return. Returns true even if the answer is
  // unknown.
  bool may_be_within(pid_t thread, std::string_view library) const;

  // Returns whether the thread waits for a Python lock, whatever functions have called the lock.
  // Python implements its locks with semaphores (sem_t), so such a thread sleeps at a semaphore and
  // sem_wait returns to Python's own code. Returns false even if the answer is unknown.
  bool waits_for_python_lock(pid_t thread) const;

 private:
  struct Mapping {
    std::uint64_t begin = 0, end = 0;
    bool executable = false;
    std::string file;
  };
  const Mapping* mapping_of(std::uint64_t address) const;  // null if there is none
  // Returns an empty vector if the stack cannot be read as a whole.
  std::vector<std::uint64_t> stack_of(pid_t thread) const;
  bool is_awaited_semaphore(std::uint64_t address) const;

  const pid_t process_;
  std::string c_library_;          // device and inode of the file
  std::vector<Mapping> mappings_;  // in order of their addresses
};

}  // namespace gridlock::inspect
