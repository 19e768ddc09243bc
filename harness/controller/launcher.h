// Starts agents on hosts. Each launcher is a row of a table: a name, and the command line that
// starts the agents.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/process/spawn.h"

namespace gridlock::controller {

struct LaunchOptions {
  std::string launcher = "local";
  int agents = 1;                  // mpirun only
  std::filesystem::path binaries;  // folder of gridlock-agent, gridlock-zygote
  std::filesystem::path python;
  std::filesystem::path package;
  std::filesystem::path cache;
};

struct LauncherRow {
  std::string_view name;
  std::string_view meaning;
  // Returns the command line that starts the agents. The caller appends the agents' arguments.
  std::vector<std::string> (*command)(const LaunchOptions& options);
};

std::span<const LauncherRow> launchers();

// Returns the program that starts the agents. The agents connect to `socket`. Throws
// std::invalid_argument for an unknown launcher.
process::Program launch_program(const LaunchOptions& options, const std::filesystem::path& socket);

}  // namespace gridlock::controller
