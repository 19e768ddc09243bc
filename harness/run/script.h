// Runs a script as `gridlock exec` does, and returns its result as the record of a cell.
#pragma once

#include <csignal>

#include "harness/exec/options.h"
#include "harness/exec/parts.h"
#include "harness/verdict/record.h"

namespace gridlock::run {

struct ScriptResult {
  int exit_code = 0;  // exit code of `gridlock exec`
  // A record with verdict, class, ranks at fault, sentence, signature and finding, but without the
  // fields that describe a cell. If the outcome of the script is unknown, the verdict is a crash of
  // class "lost".
  verdict::CellRecord record;
};

// Runs the script or command and reports its findings to the user (exec/console.h). Kills all
// descendants of this process before it returns. To stop the script early, set `stop` to the number
// of a signal that this process handles (exec/guard.h). Throws std::system_error if no process can
// be created.
ScriptResult run_script(const exec::ExecOptions& options, const exec::Parts& parts,
                        const volatile std::sig_atomic_t& stop);

}  // namespace gridlock::run
