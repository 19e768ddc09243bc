#include "harness/exec/torch_environments.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "harness/exec/cache_folder.h"
#include "harness/process/fd.h"
#include "harness/process/files.h"
#include "harness/process/spawn.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;

// Name of the file that marks an environment as completely installed.
constexpr const char* kComplete = "complete";

Interpreter interpreter_of(const fs::path& environment) {
  return query_interpreter(environment / "bin" / "python");
}

// Returns the interpreter of an existing environment with the requested version of torch. Returns
// an empty Interpreter if there is none.
Interpreter find_environment(const fs::path& environments, const std::string& asked) {
  if (!fs::is_directory(environments)) return {};
  for (const auto& entry : fs::directory_iterator(environments)) {
    if (!fs::exists(entry.path() / kComplete)) continue;
    Interpreter found = interpreter_of(entry.path());
    if (!found.torch.empty() && is_version(asked, torch_version(found))) return found;
  }
  return {};
}

// Returns the requirement for pip. For "2.10", it selects the newest 2.10.x.
std::string requirement(const std::string& asked) {
  const bool complete = std::ranges::count(asked, '.') >= 2;
  return fmt::format("torch=={}{}", asked, complete ? "" : ".*");
}

bool succeeds(const std::vector<std::string>& arguments, const fs::path& log,
              const std::function<bool()>& must_stop) {
  const process::Fd output(open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  process::Program program;
  program.arguments = arguments;
  program.standard_output = output.get();
  return process::run(std::move(program), must_stop) == 0;
}

// Returns the last error of pip, or the last line of the log.
std::string reason_in(const fs::path& log) {
  std::istringstream lines(process::read_text(log));
  std::string last, error;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) last = line;
    if (line.starts_with("ERROR: ")) error = line.substr(7);
  }
  return error.empty() ? last : error;
}

void make_environment(const fs::path& folder, const std::string& asked, const fs::path& python,
                      const fs::path& log, const std::function<bool()>& must_stop) {
  fs::remove(log);
  const std::string own = folder / "bin" / "python";
  const std::vector<std::string> make = {python, "-m", "venv", folder};
  const std::vector<std::string> install = {own,
                                            "-m",
                                            "pip",
                                            "install",
                                            "--disable-pip-version-check",
                                            "--progress-bar",
                                            "off",
                                            requirement(asked),
                                            "numpy"};
  const bool made = fs::exists(own) || succeeds(make, log, must_stop);
  if (made && succeeds(install, log, must_stop)) {
    process::write_text(folder / kComplete, "");
    return;
  }
  const std::string reason = must_stop() ? "its installation was stopped" : reason_in(log);
  fs::remove_all(folder);
  throw std::runtime_error(
      fmt::format("torch {} is not available: {} (log: {})", asked, reason, log.string()));
}

}  // namespace

std::string torch_version(const Interpreter& interpreter) {
  constexpr std::string_view kBefore = "torch-";
  if (!interpreter.torch.starts_with(kBefore)) return "";
  const std::string rest = interpreter.torch.substr(kBefore.size());
  return rest.substr(0, rest.find_first_of("+-"));
}

bool is_version(const std::string& asked, const std::string& version) {
  return version == asked || version.starts_with(asked + ".");
}

Interpreter environment_with_torch(const std::string& asked, const fs::path& python,
                                   const std::function<void(const std::string&)>& notify,
                                   const std::function<bool()>& must_stop) {
  const fs::path environments = cache_folder() / "environments";
  Interpreter found = find_environment(environments, asked);
  if (!found.torch.empty()) return found;
  const fs::path folder = environments / ("torch-" + asked);
  const fs::path log = environments / ("torch-" + asked + ".log");
  fs::create_directories(environments);
  notify(
      fmt::format("torch {} is not installed; pip now downloads it (some gigabytes, only once) and "
                  "installs it into {}",
                  asked, folder.string()));
  make_environment(folder, asked, python, log, must_stop);
  found = interpreter_of(folder);
  if (found.torch.empty()) {
    throw std::runtime_error(fmt::format(
        "torch {} is not available: pip succeeded, but {} has no torch", asked, folder.string()));
  }
  return found;
}

}  // namespace gridlock::exec
