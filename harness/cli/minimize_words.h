// What `gridlock minimize` says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/minimize_job.h"
#include "minimizer/ranks/minimization.h"

namespace gridlock::cli {

// How the script fails, how often, and the last lines that it printed.
std::string measured_words(const minimizer::Measured& measured, int lines);

// Why a failure is not worth minimizing: the script refuses an option that probably was meant for
// minimize itself, one of `option_names`. Else "".
std::string usage_mistake(const minimizer::Measured& measured, const MinimizeTask& task,
                          const std::vector<std::string>& option_names);

// What is wrong where the script of a cell fails in another way than the cell did: what is
// minimized would be another failure. "" where it does not, or nothing is known of the cell.
std::string slip_of_script(const minimizer::Measured& measured, const MinimizeTask& task);

// "30 candidates judged, 9 answered from the cache, 7 refused before running, 4 of them since they
// cannot hang".
std::string counts_words(const minimizer::Statistics& statistics);

// In how many of its runs in fresh interpreters it failed, and what other runs did instead.
std::string verification_words(const minimizer::Verification& seen);
std::string going_back_words(const minimizer::WentBack& back);

// What came of it, as printed at the end.
struct MinimizeEnd {
  std::string text;
  bool is_result = false;  // belongs on standard output
  int exit_code = 0;
};
MinimizeEnd minimize_end(const minimizer::Minimized& minimized, const MinimizeTask& task);

}  // namespace gridlock::cli
