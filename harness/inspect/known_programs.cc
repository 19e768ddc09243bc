#include "harness/inspect/known_programs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "harness/process/files.h"

namespace gridlock::inspect {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> arguments_of(pid_t process) {
  const std::string text = process::read_text(fmt::format("/proc/{}/cmdline", process));
  std::vector<std::string> arguments;
  for (std::size_t at = 0; at < text.size(); at = text.find('\0', at) + 1) {
    arguments.emplace_back(text.c_str() + at);
    if (text.find('\0', at) == std::string::npos) break;
  }
  return arguments;
}

// Returns whether the process has mapped that file.
bool has_mapped(pid_t process, const fs::path& file) {
  std::ifstream maps(fmt::format("/proc/{}/maps", process));
  for (std::string line; std::getline(maps, line);) {
    if (line.ends_with(" " + file.string())) return true;
  }
  return false;
}

// Python's resource tracker, which cleans up after all other processes of its program have exited
// (multiprocessing/resource_tracker.py).
bool is_resource_tracker(const std::vector<std::string>& arguments) {
  static const std::regex kProgram(
      "from multiprocessing\\.resource_tracker import main;main\\([0-9]+\\)");
  return arguments.size() >= 2 && arguments[arguments.size() - 2] == "-c" &&
         std::regex_match(arguments.back(), kProgram);
}

// A worker of torch's compiler, which compiles the code that its rank sends
// (torch/_inductor/compile_worker/__main__.py). The script must be that of the torch that the
// process has loaded.
bool is_compile_worker(pid_t process, const std::vector<std::string>& arguments) {
  const auto script = std::ranges::find_if(arguments, [](const std::string& argument) {
    return argument.ends_with("/_inductor/compile_worker/__main__.py");
  });
  if (script == arguments.end()) return false;
  const fs::path torch = fs::path(*script).parent_path().parent_path().parent_path();
  std::error_code error;
  const fs::path library = fs::canonical(torch / "lib" / "libtorch_cpu.so", error);
  return !error && has_mapped(process, library);
}

}  // namespace

fs::path executable_of(pid_t process) {
  std::error_code error;
  return fs::read_symlink(fmt::format("/proc/{}/exe", process), error);
}

bool is_gridlock(pid_t process) {
  const fs::path own = executable_of(getpid()).parent_path();
  return !own.empty() && executable_of(process).parent_path() == own;
}

bool is_helper(pid_t process, pid_t parent) {
  const std::vector<std::string> arguments = arguments_of(process);
  const bool is_py_spy = executable_of(process).filename() == "py-spy";
  return is_resource_tracker(arguments) || is_compile_worker(process, arguments) ||
         (is_py_spy && is_gridlock(parent));
}

}  // namespace gridlock::inspect
