// The output of a process, kept in memory: a full disk neither blocks nor kills the process, and no
// file is left behind.
#pragma once

#include <sys/types.h>

#include <string>

#include "harness/process/fd.h"

namespace gridlock::process {

Fd make_log();  // written with O_APPEND
// Returns the last kilobytes as text.
std::string read_log(int log);
// Returns the whole lines after the first `seen` bytes, at most the last kilobytes of them, and
// moves `seen` past them. With `unfinished`, also returns a last line without a line break.
std::string new_lines(int log, off_t& seen, bool unfinished);
void clear_log(int log);

}  // namespace gridlock::process
