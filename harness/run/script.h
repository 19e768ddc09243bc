// Runs a script instead of a cell: does what `gridlock exec` does and returns a record.
#pragma once

#include <csignal>

#include "harness/exec/options.h"
#include "harness/exec/parts.h"
#include "harness/verdict/record.h"

namespace gridlock::run {

struct ScriptResult {
  int exit_code = 0;  // of `gridlock exec`
  // Verdict, class, ranks at fault, sentence, signature and finding; no fields of cells. A crash of
  // class "lost" if the outcome of the script is unknown.
  verdict::CellRecord record;
};

// Runs the script or command, reports its findings to the user (exec/console.h), and returns when
// none of its processes is left: it ends *all* processes below this one. To stop the script early,
// set `stop` to the number of a signal, which this process must handle (exec/guard.h). Throws
// std::system_error if no process can be created.
ScriptResult run_script(const exec::ExecOptions& options, const exec::Parts& parts,
                        const volatile std::sig_atomic_t& stop);

}  // namespace gridlock::run
