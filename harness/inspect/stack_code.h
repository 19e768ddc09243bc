// Determines which libraries a sleeping thread may be in, from its stack.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::inspect {

// The memory map of a process. The memory of the process may change at any time, except the stack
// of a sleeping thread.
class StackCode {
 public:
  // Reads /proc/PID/maps. If the file cannot be read, there are no mappings.
  explicit StackCode(pid_t process);

  // Returns whether the thread may be within a library whose file name contains `library`. Returns
  // false only if the thread sleeps in a system call and its stack, from the stack pointer on,
  // contains no address in executable memory of such a file: no function of the library is then
  // waiting to return. Returns true if the answer is unknown.
  bool may_be_within(pid_t thread, std::string_view library) const;

  // Returns whether Python's code is on the thread's stack. Returns false if the answer is unknown.
  bool is_within_python(pid_t thread) const;

  // Returns whether the thread waits for a Python lock. Functions of other libraries may be on its
  // stack too. Python's locks are semaphores (sem_t), so the thread sleeps in sem_wait, which
  // returns to Python's own code. Returns false if the answer is unknown.
  bool waits_for_python_lock(pid_t thread) const;

 private:
  struct Mapping {
    std::uint64_t begin = 0, end = 0;
    bool executable = false;
    std::string file;
  };
  const Mapping* mapping_of(std::uint64_t address) const;  // null if there is none
  // Returns the words of the thread's stack, from the stack pointer on. Returns none if the thread
  // does not sleep in a system call, or if the stack cannot be read as a whole.
  std::vector<std::uint64_t> stack_of(pid_t thread) const;
  bool is_awaited_semaphore(std::uint64_t address) const;

  const pid_t process_;
  std::string c_library_;          // device and inode of libc's file
  std::vector<Mapping> mappings_;  // in order of address
};

}  // namespace gridlock::inspect
