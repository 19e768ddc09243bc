// Formats the messages of `gridlock minimize`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "minimizer/ranks/minimization.h"
#include "minimizer/tasks/minimize_task.h"

namespace gridlock::cli {

// Returns text about how and how often the script fails, with the last lines that it printed.
std::string measured_words(const minimizer::Measured& measured, int lines);

// Returns text about a failure that is not worth minimizing: the script rejects one of
// `option_names`, which was probably meant for minimize. Returns "" for any other failure.
std::string usage_mistake(const minimizer::Measured& measured, const minimizer::MinimizeTask& task,
                          const std::vector<std::string>& option_names);

// Returns a warning that the script of a cell fails in another way than the cell, so that the
// minimizer would reduce another failure. Returns "" if the failures agree, or if the failure of
// the cell is unknown.
std::string slip_of_script(const minimizer::Measured& measured,
                           const minimizer::MinimizeTask& task);

// Returns text such as "30 candidates tried, 9 answered from the cache, 7 discarded without a run
// (4 of these because they cannot hang)".
std::string counts_words(const minimizer::Statistics& statistics);

// Returns text about the runs in fresh interpreters: how many failed as expected, and what the
// other runs did.
std::string verification_words(const minimizer::Verification& seen);
std::string going_back_words(const minimizer::WentBack& back);

// The last message and the exit code of `gridlock minimize`.
struct MinimizeEnd {
  std::string text;
  bool is_result = false;  // whether the message goes to standard output
  int exit_code = 0;
};
MinimizeEnd minimize_end(const minimizer::Minimized& minimized,
                         const minimizer::MinimizeTask& task);

}  // namespace gridlock::cli
