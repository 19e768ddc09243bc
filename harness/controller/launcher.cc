#include "harness/controller/launcher.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace gridlock::controller {
namespace {

std::vector<std::string> local(const LaunchOptions& options) {
  return {options.binaries / "gridlock-agent"};
}

// Returns an mpirun command that overrides three defaults. By default, mpirun refuses to run as
// root, refuses more agents than cores, and pins each agent and its ranks to one core.
std::vector<std::string> mpirun(const LaunchOptions& options) {
  return {"mpirun",
          "--allow-run-as-root",
          "--oversubscribe",
          "--bind-to",
          "none",
          "-n",
          std::to_string(options.agents),
          options.binaries / "gridlock-agent-mpi"};
}

constexpr std::array kLaunchers = {
    LauncherRow{"local", "one agent, on this machine", local},
    LauncherRow{"mpirun", "several agents, through Open MPI", mpirun},
};

}  // namespace

std::span<const LauncherRow> launchers() {
  return kLaunchers;
}

process::Program launch_program(const LaunchOptions& options, const std::filesystem::path& socket) {
  const auto row = std::find_if(kLaunchers.begin(), kLaunchers.end(),
                                [&](const LauncherRow& r) { return r.name == options.launcher; });
  if (row == kLaunchers.end())
    throw std::invalid_argument("unknown launcher '" + options.launcher + "'");
  process::Program program;
  program.arguments = row->command(options);
  const std::vector<std::string> agent = {
      "--controller", socket,         "--zygote",  options.binaries / "gridlock-zygote",
      "--python",     options.python, "--package", options.package,
      "--cache",      options.cache};
  program.arguments.insert(program.arguments.end(), agent.begin(), agent.end());
  return program;
}

}  // namespace gridlock::controller
