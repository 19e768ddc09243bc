// gridlock exec: runs a script on several ranks, as torchrun does, or any command; proves hangs.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/compile_report.h"
#include "harness/cli/exec_arguments.h"
#include "harness/controller/machine.h"
#include "harness/exec/parts.h"
#include "harness/exec/probe_build.h"
#include "harness/process/search.h"
#include "harness/run/script.h"
#include "harness/text/quantity.h"
#include "harness/workspace/installation.h"
#include "harness/workspace/notice.h"
#include "harness/workspace/signals.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;

// Warns if the ranks may need more memory than is available. torch alone takes about 0.4 GiB per
// rank.
void warn_of_memory(int ranks) {
  constexpr double kGibOfARank = 0.4;
  const double there = controller::inspect_machine().available_gib;
  if (ranks * kGibOfARank > there) {
    workspace::notice(fmt::format("{} ranks may need more memory than the {} that are free", ranks,
                                  text::bytes(there * (1 << 30))));
  }
}

// Returns the interpreter: the value of --python, or the command if it is the path of a Python, or
// the user's Python.
exec::Interpreter choose_interpreter(const ExecArguments& options) {
  if (!options.python.empty()) {
    const bool is_path = options.python.find('/') != std::string::npos;
    const fs::path python =
        is_path ? fs::path(options.python) : process::find_program(options.python);
    if (is_command(options.python)) return exec::query_interpreter(python);
    throw matrix::InputError("--python: no such program: " + options.python);
  }
  const fs::path program = options.run.command.front();
  const bool is_python = program.filename().string().starts_with("python");
  if (options.run.ranks == 0 && is_python && program.has_parent_path()) {
    return exec::query_interpreter(program);
  }
  exec::Interpreter chosen = exec::user_interpreter(workspace::installation().python);
  if (options.run.ranks > 0 && !chosen.without_torch.empty()) {
    workspace::notice(fmt::format("{} has no torch; the ranks run under {}",
                                  chosen.without_torch.string(), chosen.python.string()));
  }
  return chosen;
}

// Returns the warm interpreter if a fork server started this process. Removes the environment
// variable that describes it.
std::optional<protocol::WarmInterpreter> take_warm_interpreter() {
  constexpr const char* kVariable = "GRIDLOCK_WARM_INTERPRETER";
  const char* text = std::getenv(kVariable);
  if (text == nullptr) return std::nullopt;
  const auto warm = protocol::warm_interpreter_from_text(text);
  unsetenv(kVariable);
  return warm;
}

int run(ExecArguments options) {
  exec::ExecOptions& run = options.run;
  validate(options);
  warn_of_memory(run.ranks);
  run.warm = take_warm_interpreter();
  const exec::Interpreter ranks =
      run.warm ? exec::Interpreter{options.python, run.warm->torch} : choose_interpreter(options);
  run.python = ranks.python;
  run.fork |= run.warm.has_value();
  if (run.warm && run.warm->search_intervals) run.intervals = exec::kSearchIntervals;
  if (run.fork && ranks.torch.empty()) {
    throw matrix::InputError(fmt::format(
        "--fork: {} has no torch; choose another Python with --python", ranks.python.string()));
  }
  const auto& here = workspace::installation();
  exec::Parts parts = exec::find_parts(here.root, here.binaries, here.python);
  parts.probe =
      run.warm ? fs::path(run.warm->probe)
               : exec::probe_for(ranks, {here.root, here.python, parts.probe}, workspace::notice);
  parts.torch = ranks.torch;
  const workspace::Stopping stopping("");  // the supervisor acts on further signals, too
  if (run.compile_report.empty()) return run::run_script(run, parts, stopping.signal()).exit_code;
  begin_compile_report(run);
  const int exit_code = run::run_script(run, parts, stopping.signal()).exit_code;
  fmt::print(stderr, "{}", end_compile_report(run.compile_report));
  return exit_code;
}

}  // namespace

void add_exec(const arguments::Command& app, int& exit_code) {
  const arguments::Command command = app.subcommand(
      "exec",
      "Run a script on several ranks as torchrun does, or run any command, and explain its "
      "hangs\n\n"
      "  gridlock exec -n 4 train.py --lr 0.1\n"
      "  gridlock exec -n 4 -m package.train\n"
      "  gridlock exec -- pytest tests/\n\n"
      "Exit codes: the script's own (of the rank that failed first), 90 deadlock, 91 stall,\n"
      "92 timeout, 93 likely deadlock (not proved), 94 desync, 130 interrupted.");
  auto options = std::make_shared<ExecArguments>();
  add_exec_arguments(command, *options);
  command.keep_rest("SCRIPT|COMMAND [ARGS…]");
  command.action([command, options, &exit_code] {
    take_command(*options, command.rest(), command.option_names());
    exit_code = run(*options);
  });
}

}  // namespace gridlock::cli
