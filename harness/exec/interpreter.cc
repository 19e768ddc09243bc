#include "harness/exec/interpreter.h"

#include <cstdlib>

#include "harness/process/log.h"
#include "harness/process/search.h"
#include "harness/process/spawn.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;

// The script that finds the version of torch. It does not import torch, because that takes seconds.
constexpr const char* kQuestion = R"(
import importlib.util, pathlib, sys
spec = importlib.util.find_spec("torch")
if spec and spec.submodule_search_locations:
    found = {}
    exec(pathlib.Path(spec.submodule_search_locations[0], "version.py").read_text(), found)
    commit = found.get("git_version", "")[:8]
    print(f"torch-{found['__version__']}-{commit}-{sys.implementation.cache_tag}", end="")
)";

}  // namespace

Interpreter query_interpreter(const fs::path& python) {
  const process::Fd answer = process::make_log();
  process::Program program;
  program.arguments = {python, "-c", kQuestion};
  program.standard_output = answer.get();
  const int code = process::run(std::move(program));
  const std::string text = process::read_log(answer.get());
  const bool has_torch = code == 0 && text.starts_with("torch-");
  return {.python = python, .torch = has_torch ? text : ""};
}

Interpreter user_interpreter(const fs::path& fallback) {
  const char* environment = std::getenv("VIRTUAL_ENV");
  const fs::path active = environment != nullptr ? fs::path(environment) / "bin" / "python" : "";
  fs::path without_torch;
  for (const fs::path& python :
       {active, process::find_program("python3"), process::find_program("python"), fallback}) {
    if (!process::is_program(python)) continue;
    Interpreter found = query_interpreter(python);
    found.without_torch = without_torch;
    if (!found.torch.empty() || python == fallback) return found;
    if (without_torch.empty()) without_torch = python;
  }
  return query_interpreter(fallback);
}

}  // namespace gridlock::exec
