// What a process prints. Kept in memory: a full disk neither blocks nor kills it, and nothing is
// left behind.
#pragma once

#include <sys/types.h>

#include <string>

#include "harness/process/fd.h"

namespace gridlock::process {

Fd make_log();  // to be written with O_APPEND
// The last kilobytes of it, as text.
std::string read_log(int log);
// The whole lines that were added after the first `seen` bytes, at most the last kilobytes of them;
// moves `seen` behind them. With `unfinished`, a last line without its end, too.
std::string new_lines(int log, off_t& seen, bool unfinished);
void clear_log(int log);

}  // namespace gridlock::process
