#include "harness/inspect/known_programs.h"

#include <fmt/format.h>
#include <unistd.h>

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

// Returns the command line of Python without the interpreter and its options. It begins with the
// script, with "-c" and code, or with "-m". What follows is up to the program.
std::vector<std::string> without_interpreter(const std::vector<std::string>& arguments) {
  static const std::regex kOption("-[BbdEIiOPqRsSuvx]+|-[WX].+");
  auto word = arguments.begin() + (arguments.empty() ? 0 : 1);
  while (word != arguments.end()) {
    const bool value_follows = *word == "-W" || *word == "-X";
    if (!value_follows && !std::regex_match(*word, kOption)) break;
    word += value_follows && word + 1 != arguments.end() ? 2 : 1;
  }
  return {word, arguments.end()};
}

// Python's resource tracker, which cleans up after all other processes of its program have exited
// (multiprocessing/resource_tracker.py).
bool is_resource_tracker(pid_t process, const std::vector<std::string>& program) {
  static const std::regex kCode(
      "from multiprocessing\\.resource_tracker import main;main\\([0-9]+\\)");
  return executable_of(process).filename().string().starts_with("python") && program.size() == 2 &&
         program[0] == "-c" && std::regex_match(program[1], kCode);
}

// A worker of torch's compiler, which compiles the code that its rank sends
// (torch/_inductor/compile_worker/__main__.py). The script must be that of the torch that the
// process has loaded.
bool is_compile_worker(pid_t process, const std::vector<std::string>& program) {
  if (program.empty() || !program[0].ends_with("/_inductor/compile_worker/__main__.py"))
    return false;
  const fs::path torch = fs::path(program[0]).parent_path().parent_path().parent_path();
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
  const std::vector<std::string> program = without_interpreter(arguments_of(process));
  const bool is_py_spy = executable_of(process).filename() == "py-spy";
  return is_resource_tracker(process, program) || is_compile_worker(process, program) ||
         (is_py_spy && is_gridlock(parent));
}

}  // namespace gridlock::inspect
