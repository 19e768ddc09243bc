// The output of a process, kept in memory. Therefore a full disk neither blocks nor kills the
// process, and no file is left behind.
#pragma once

#include <sys/types.h>

#include <string>

#include "harness/process/fd.h"

namespace gridlock::process {

Fd make_log();  // opened with O_APPEND
// Returns the last kilobytes of the log as text.
std::string read_log(int log);
// Returns the whole lines after the first `seen` bytes, but at most the last kilobytes of these
// lines, and advances `seen` past the lines. With `unfinished`, also returns a last line that has
// no line break.
std::string new_lines(int log, off_t& seen, bool unfinished);
void clear_log(int log);

}  // namespace gridlock::process
