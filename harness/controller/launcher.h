// Starts agents on hosts. Each launcher is a row of a table, with a name and the program to start.
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
  // Returns the launcher's command line, without the agent's own arguments.
  std::vector<std::string> (*command)(const LaunchOptions& options);
};

std::span<const LauncherRow> launchers();

// Returns the program that starts the agents. The agents then connect to `socket`. Throws
// std::invalid_argument for an unknown launcher.
process::Program launch_program(const LaunchOptions& options, const std::filesystem::path& socket);

}  // namespace gridlock::controller
