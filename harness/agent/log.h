// What a process below the agent prints. Kept in memory: a full disk neither blocks nor kills a
// rank, and a cell that passes leaves nothing behind.
#pragma once

#include <string>

#include "harness/process/fd.h"

namespace gridlock::agent {

process::Fd make_log();  // to be written with O_APPEND
// The last kilobytes of it, as text.
std::string read_log(int log);
void clear_log(int log);

}  // namespace gridlock::agent
