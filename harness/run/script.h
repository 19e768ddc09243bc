// A script instead of a cell: what `gridlock exec` does, with a record of it.
#pragma once

#include <csignal>

#include "harness/exec/options.h"
#include "harness/exec/parts.h"
#include "harness/verdict/record.h"

namespace gridlock::run {

struct ScriptResult {
  int exit_code = 0;  // of `gridlock exec`
  // Verdict, class, ranks at fault, sentence, signature and finding; nothing of cells. Lost when
  // what became of the script is unknown.
  verdict::CellRecord record;
};

// Runs the script or command, telling its user what it finds (exec/console.h), until nothing of it
// is left: ends *all* processes below this one. To stop it early, `stop` becomes the number of a
// signal, which this process must handle (exec/guard.h). Throws std::system_error where no process
// can be made.
ScriptResult run_script(const exec::Options& options, const exec::Parts& parts,
                        const volatile std::sig_atomic_t& stop);

}  // namespace gridlock::run
