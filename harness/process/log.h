// What a process prints. Kept in memory: a full disk neither blocks nor kills it, and nothing is left
// behind.
#pragma once

#include <string>

#include "harness/process/fd.h"

namespace gridlock::process {

Fd make_log();  // to be written with O_APPEND
// The last kilobytes of it, as text.
std::string read_log(int log);
void clear_log(int log);

}  // namespace gridlock::process
