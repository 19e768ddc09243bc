// Keeps the output of a process in memory. A full disk then neither blocks nor kills the process,
// and no file is left behind.
#pragma once

#include <sys/types.h>

#include <string>

#include "harness/process/fd.h"

namespace gridlock::process {

Fd make_log();  // opened with O_APPEND
// Returns the last kilobytes of the log as text.
std::string read_log(int log);
// Returns the complete lines after the first `seen` bytes, but at most the last kilobytes of them,
// and sets `seen` to their end. If `unfinished` is set, the result includes a last line without a
// line break.
std::string new_lines(int log, off_t& seen, bool unfinished);
void clear_log(int log);

}  // namespace gridlock::process
