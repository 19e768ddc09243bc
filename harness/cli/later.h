// Commands that a first run does not need. As in git, they are separate programs. Each of them is
// built when it is first called, so that a first `gridlock run` builds less.
#pragma once

#include <array>
#include <string>

namespace gridlock::cli {

struct LaterCommand {
  const char* name;
  const char* headline;  // line about the command in the list of all commands
  const char* program;   // file in gridlock's folder, and name of the CMake target

  // Returns the first lines of the command's own help.
  std::string about(const std::string& more = "") const { return headline + more; }
};

inline constexpr LaterCommand kMinimizeCommand = {
    "minimize", "Shrink a failing script or cell to the smallest script that still fails",
    "gridlock-minimize"};
inline constexpr LaterCommand kAblateCommand = {
    "ablate", "Find the part of the compiler without which a failing script or cell passes",
    "gridlock-minimize"};
inline constexpr LaterCommand kExportCommand = {
    "export", "Write a cell as a single script that needs only torch", "gridlock-minimize"};
inline constexpr LaterCommand kGoldenCommand = {
    "golden", "Record the numbers of a run, and compare later runs with them", "gridlock-review"};
inline constexpr LaterCommand kFlagsCommand = {
    "flags", "Compare the settings of runs and the defaults of torch versions", "gridlock-review"};
inline constexpr LaterCommand kSelftestCommand = {
    "selftest", "Train cases with planted faults and healthy look-alikes, and check the verdicts",
    "gridlock-bench"};
inline constexpr LaterCommand kBenchCommand = {
    "bench", "Measure speed, overhead and soundness of gridlock", "gridlock-bench"};

inline constexpr LaterCommand kPagesCommand = {
    "pages", "Print a page of docs/ that is generated from the code", "gridlock-pages"};

inline constexpr std::array kLaterCommands = {kMinimizeCommand, kAblateCommand, kExportCommand,
                                              kGoldenCommand,   kFlagsCommand,  kSelftestCommand,
                                              kBenchCommand,    kPagesCommand};

// Replaces this process with the program of the command, with the same arguments. Throws
// controller::EnvironmentError if the program cannot be built or started.
[[noreturn]] void become(const LaterCommand& command, char** argv);

}  // namespace gridlock::cli
