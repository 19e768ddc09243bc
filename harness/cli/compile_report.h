// Implements `gridlock exec --compile-report`, which reports what processes compiled. It reads the
// files that harness/rank/gridlock/compiler/reporting.py writes.
#pragma once

#include <filesystem>
#include <string>

#include "harness/exec/options.h"

namespace gridlock::cli {

// Creates the folder and removes the files of an earlier report. If several hosts share the folder,
// each of them removes only the files of its own ranks. Throws matrix::InputError if the folder
// contains other files, and std::filesystem::filesystem_error if it cannot be created.
void begin_compile_report(const exec::ExecOptions& run);

// Writes report.txt and report.json, with all frames, to the folder. Returns the summary for the
// terminal.
std::string end_compile_report(const std::filesystem::path& folder);

}  // namespace gridlock::cli
