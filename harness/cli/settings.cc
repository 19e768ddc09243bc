#include "harness/cli/settings.h"

#include <fmt/format.h>
#include <signal.h>

#include <filesystem>

#include "harness/cli/command.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {

const volatile std::sig_atomic_t& stop_on_signals() {
  static volatile std::sig_atomic_t stop_signal = 0;
  struct sigaction action {};
  action.sa_handler = [](int number) { stop_signal = number; };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  return stop_signal;
}

controller::RunFolder choose_folder(const std::string& out, const std::string& name, bool resume) {
  const controller::RunFolder folder(out.empty() ? std::filesystem::path("runs") / name
                                                 : std::filesystem::path(out));
  if (resume && !folder.has_results()) {
    throw matrix::InputError(
        fmt::format("nothing to resume: {} holds no results.jsonl", folder.root().string()));
  }
  if (resume || !folder.has_results()) return folder;
  if (!out.empty()) {
    throw matrix::InputError(fmt::format(
        "{} holds the results of another run: continue it with --resume, or choose another --out",
        folder.root().string()));
  }
  folder.set_aside();
  return folder;
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
