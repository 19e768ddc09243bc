// Whose code a sleeping thread is within, as far as its stack can tell.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::inspect {

// The memory of one process. What is read may change at any time, but not the stack of a thread
// that sleeps.
class StackCode {
 public:
  // Reads /proc/PID/maps; knows nothing of a process whose maps cannot be read.
  explicit StackCode(pid_t process);

  // False when the thread sleeps in a system call and no word of its stack, from where it sleeps to
  // the end, is an address in executable memory of a file whose name has `library` in it: then no
  // function of that library waits for this one to return. True also where it is unknown.
  bool may_be_within(pid_t thread, std::string_view library) const;

  // The thread waits for a lock of Python's, whatever functions have called it: it sleeps at a
  // semaphore (sem_t, which is what Python's locks are), and sem_wait returns to Python's own code.
  // False also where it is unknown.
  bool waits_for_python_lock(pid_t thread) const;

 private:
  struct Mapping {
    std::uint64_t first = 0, behind = 0;
    bool executable = false;
    std::string file;
  };
  const Mapping* mapping_of(std::uint64_t address) const;  // null: none
  // Nothing where it cannot be read as a whole.
  std::vector<std::uint64_t> stack_of(pid_t thread) const;
  bool is_awaited_semaphore(std::uint64_t address) const;

  const pid_t process_;
  std::string c_library_;          // the file: device and inode
  std::vector<Mapping> mappings_;  // in order of their addresses
};

}  // namespace gridlock::inspect
