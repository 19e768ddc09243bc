#include "harness/cli/settings.h"

#include <signal.h>

#include <ctime>

#include "harness/cli/command.h"

namespace gridlock::cli {

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[sizeof "2026-01-31"];
  std::strftime(text, sizeof text, "%F", std::localtime(&now));
  return text;
}

const volatile std::sig_atomic_t& stop_on_signals() {
  static volatile std::sig_atomic_t stop_signal = 0;
  struct sigaction action {};
  action.sa_handler = [](int number) { stop_signal = number; };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  return stop_signal;
}

controller::LaunchOptions launch_options(const std::string& launcher, int agents) {
  const Installation& here = installation();
  return {.launcher = launcher,
          .agents = launcher == "local" ? 1 : agents,
          .binaries = here.binaries,
          .python = here.python,
          .package = here.root / "harness" / "rank",
          .cache = here.root / "build" / "cache"};
}

}  // namespace gridlock::cli
