// Describes how processes end.
#pragma once

#include <string>

namespace gridlock::text {

// Returns text such as "SIGKILL", or "signal 40" if the signal has no name.
std::string signal_name(int signal);

// Returns text such as "was killed by SIGKILL" or "exited with code 1". `signal` is 0 if no signal
// killed the process.
std::string end_words(int signal, int exit_code);

}  // namespace gridlock::text
