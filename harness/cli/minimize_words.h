// The messages of `gridlock minimize`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/minimize_task.h"
#include "minimizer/ranks/minimization.h"

namespace gridlock::cli {

// Describes how the script fails, how often, and the last lines that it printed.
std::string measured_words(const minimizer::Measured& measured, int lines);

// Explains why the failure is not worth minimizing: the script refuses an option, one of
// `option_names`, that was probably meant for minimize. Otherwise "".
std::string usage_mistake(const minimizer::Measured& measured, const MinimizeTask& task,
                          const std::vector<std::string>& option_names);

// Explains that a cell's script fails differently from the cell, so that minimizing would shrink
// another failure. "" if they agree or the cell's failure is unknown.
std::string slip_of_script(const minimizer::Measured& measured, const MinimizeTask& task);

// Returns "30 candidates judged, 9 answered from the cache, 7 refused before running, 4 of them
// since they cannot hang".
std::string counts_words(const minimizer::Statistics& statistics);

// Describes in how many runs in fresh interpreters the script failed, and what the others did.
std::string verification_words(const minimizer::Verification& seen);
std::string going_back_words(const minimizer::WentBack& back);

// The final message and exit code.
struct MinimizeEnd {
  std::string text;
  bool is_result = false;  // belongs on standard output
  int exit_code = 0;
};
MinimizeEnd minimize_end(const minimizer::Minimized& minimized, const MinimizeTask& task);

}  // namespace gridlock::cli
