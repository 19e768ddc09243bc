// How processes end, in words.
#pragma once

#include <string>

namespace gridlock::text {

// "SIGKILL"; "signal 40" for one that has no name.
std::string signal_name(int signal);

// "was killed by SIGKILL", "exited with code 1". `signal`: 0 where none ended it.
std::string end_words(int signal, int exit_code);

}  // namespace gridlock::text
