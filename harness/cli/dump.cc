// gridlock dump: shows the state of a running job.
#include "harness/exec/dump.h"

#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/exec/parts.h"
#include "harness/text/quantity.h"
#include "harness/workspace/installation.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

struct DumpArguments {
  std::string pid;
  bool json = false;
};

int dump(const DumpArguments& options) {
  const auto& here = workspace::installation();
  const exec::Parts parts = exec::find_parts(here.root, here.binaries, here.python);
  const auto pid = text::whole_number(options.pid);
  if (!pid || *pid == 0) {
    throw matrix::InputError(
        options.pid + " is not a process; usage: gridlock dump PID, with the id of a process");
  }
  try {
    const auto format = options.json ? exec::DumpFormat::kJson : exec::DumpFormat::kText;
    std::cout << exec::dump(*pid, parts.py_spy, format);
  } catch (const std::runtime_error& error) {
    throw matrix::InputError(error.what());
  }
  return kExpected;
}

}  // namespace

void add_dump(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand("dump",
                     "Explain a running job. For a job under gridlock exec, tries to prove a "
                     "deadlock. For another job,\nprints the stacks of its Python processes, "
                     "which prove nothing");
  auto options = std::make_shared<DumpArguments>();
  command
      .option("PID", options->pid,
              "Process id of gridlock exec, torchrun or any rank; child processes are examined too")
      .required()
      .type_name("PID");
  command.flag("--json", options->json, "Print one JSON object per job, as exec --json writes it");
  command.action([options, &exit_code] { exit_code = dump(*options); });
}

}  // namespace gridlock::cli
