// Keeps the output of a process in memory, so that a full disk neither blocks nor kills the process
// and no file is left behind. Functions return at most the last kilobytes of a log.
#pragma once

#include <sys/types.h>

#include <string>

#include "harness/process/fd.h"

namespace gridlock::process {

Fd make_log();  // opened with O_APPEND
// Returns the end of the log as text.
std::string read_log(int log);
// Returns the complete lines after the offset `seen`, and sets `seen` to the end of these lines. If
// `unfinished` is true, includes a last line without a line break.
std::string new_lines(int log, off_t& seen, bool unfinished);
void clear_log(int log);

}  // namespace gridlock::process
