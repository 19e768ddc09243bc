// `gridlock exec --compile-report`: what processes compiled, read from the files that
// harness/rank/gridlock/compiler/reporting.py writes.
#pragma once

#include <filesystem>
#include <string>

#include "harness/exec/options.h"

namespace gridlock::cli {

// Makes the folder; removes the files of an earlier report. Of several hosts, which may share it,
// each removes those of its own ranks. Throws matrix::InputError for a folder with files of
// something else, std::filesystem::filesystem_error for one that cannot be made.
void begin_compile_report(const exec::Options& run);

// Writes report.txt and report.json, all frames, into it; the summary, for the terminal.
std::string end_compile_report(const std::filesystem::path& folder);

}  // namespace gridlock::cli
