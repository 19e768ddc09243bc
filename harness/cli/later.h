// Commands that nobody needs at first: programs of their own, as git has them, that are built when
// they are first asked for. So a first `gridlock run` waits for less.
#pragma once

#include <array>
#include <string>

namespace gridlock::cli {

struct LaterCommand {
  const char* name;
  const char* headline;  // its line in the list of all commands
  const char* program;   // beside gridlock; CMake's target has the same name

  // The beginning of its own help.
  std::string about(const std::string& more = "") const { return headline + more; }
};

inline constexpr LaterCommand kMinimizeCommand = {
    "minimize", "Shrink a script or a cell that fails to the smallest script that still does",
    "gridlock-minimize"};
inline constexpr LaterCommand kAblateCommand = {
    "ablate", "Find the part of the compiler that a script or a cell needs to fail",
    "gridlock-minimize"};
inline constexpr LaterCommand kExportCommand = {
    "export", "Write a cell as one script that needs only torch", "gridlock-minimize"};
inline constexpr LaterCommand kGoldenCommand = {
    "golden", "Record the numbers of a run, and compare later runs with them", "gridlock-review"};
inline constexpr LaterCommand kFlagsCommand = {
    "flags", "Compare what runs and versions of torch are set to", "gridlock-review"};
inline constexpr LaterCommand kSelftestCommand = {
    "selftest", "Train cases with planted faults and healthy look-alikes, and check the verdicts",
    "gridlock-bench"};
inline constexpr LaterCommand kBenchCommand = {
    "bench", "Measure speed, overhead and soundness of gridlock", "gridlock-bench"};

inline constexpr std::array kLaterCommands = {kMinimizeCommand, kAblateCommand, kExportCommand,
                                              kGoldenCommand,   kFlagsCommand,  kSelftestCommand,
                                              kBenchCommand};

// Becomes that program, with the arguments of this one. Throws controller::EnvironmentError where it
// cannot be built or started.
[[noreturn]] void become(const LaterCommand& command, char** argv);

}  // namespace gridlock::cli
