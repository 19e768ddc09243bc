// gridlock dump: how a job is that runs now.
#include "harness/exec/dump.h"

#include <iostream>
#include <memory>
#include <stdexcept>

#include "harness/cli/command.h"
#include "harness/exec/parts.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

int dump(pid_t pid) {
  const auto& here = installation();
  const exec::Parts parts = exec::find_parts(here.root, here.binaries, here.python);
  try {
    std::cout << exec::dump(pid, parts.py_spy);
  } catch (const std::runtime_error& error) {
    throw matrix::InputError(error.what());
  }
  return kExpected;
}

}  // namespace

void add_dump(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "dump",
      "Explain a job that runs now: with a proof below gridlock exec, else by the stacks of its\n"
      "Python processes, which prove nothing");
  auto pid = std::make_shared<pid_t>(0);
  command->add_option("PID", *pid, "The exec, torchrun or any rank; all below it is looked at")
      ->required()
      ->check(CLI::PositiveNumber);
  command->callback([pid, &exit_code] { exit_code = dump(*pid); });
}

}  // namespace gridlock::cli
