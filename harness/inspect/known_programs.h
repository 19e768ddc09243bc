// Identifies programs that act on no rank by themselves. A program is identified by what it runs,
// never by a word in its command line: a user's program may have any name and lie in any folder.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace gridlock::inspect {

// Returns the path of the program that the process runs, or "" if it cannot be read.
std::filesystem::path executable_of(pid_t process);

// Returns whether the process runs a program from this program's own folder: gridlock's agent, its
// spawner, or gridlock itself.
bool is_gridlock(pid_t process);

// Returns whether the process helps a rank and sets no key: Python's resource tracker, a compile
// worker of the torch that it has loaded, or a py-spy that gridlock has started.
bool is_helper(pid_t process, pid_t parent);

}  // namespace gridlock::inspect
