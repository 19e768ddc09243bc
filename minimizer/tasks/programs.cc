#include "minimizer/tasks/programs.h"

#include <fmt/format.h>

#include "harness/exec/interpreter.h"
#include "harness/exec/probe_build.h"
#include "harness/workspace/installation.h"
#include "harness/workspace/notice.h"
#include "matrix/diagnostic.h"

namespace gridlock::minimizer {

Programs find_programs(const std::string& python) {
  const workspace::Installation& here = workspace::installation();
  Programs programs;
  const exec::Interpreter ranks =
      python.empty() ? exec::user_interpreter(here.python) : exec::query_interpreter(python);
  if (ranks.torch.empty()) {
    throw matrix::InputError(
        fmt::format("{} has no torch; choose another Python with --python", ranks.python.string()));
  }
  programs.gridlock = here.binaries / "gridlock";
  programs.python = ranks.python;
  programs.package = here.root / "minimizer";
  programs.parts = exec::find_parts(here.root, here.binaries, here.python);
  programs.parts.probe =
      exec::probe_for(ranks, {here.root, here.python, programs.parts.probe}, workspace::notice);
  programs.parts.torch = ranks.torch;
  return programs;
}

}  // namespace gridlock::minimizer
