// Checks whether the kernel shows what a proof needs to know about a process.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace gridlock::inspect {

// Returns why this process cannot read what the threads of another process wait for, as in
// "/proc/4711/syscall: Permission denied (kernel.yama.ptrace_scope is 2, but must be 0 or 1)".
// Returns "" if it can, or if the other process has ended.
std::string why_waits_are_hidden(pid_t process, const std::filesystem::path& proc = "/proc");

// Returns why this process cannot read the stacks of another one, or "".
std::string why_stacks_are_hidden(pid_t process);

// Returns a sentence if deadlocks cannot be proved because the kernel hides something about this
// process from the calling one. Returns "" if it hides nothing. `name` is that of the process for
// people, such as "rank 3".
std::string obstacle_to_proofs(pid_t process, const std::string& name);

}  // namespace gridlock::inspect
