#include "harness/text/process_end.h"

#include <fmt/format.h>
#include <string.h>

namespace gridlock::text {

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

std::string end_words(int signal, int exit_code) {
  if (signal != 0) return "was killed by " + signal_name(signal);
  return fmt::format("exited with code {}", exit_code);
}

}  // namespace gridlock::text
