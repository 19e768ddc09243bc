// Describes how processes end.
#pragma once

#include <string>

namespace gridlock::text {

// Returns, for example, "SIGKILL". Returns "signal 40" for a signal without a name.
std::string signal_name(int signal);

// Returns "was killed by SIGKILL" or "exited with code 1". `signal` is 0 if no signal ended it.
std::string end_words(int signal, int exit_code);

}  // namespace gridlock::text
