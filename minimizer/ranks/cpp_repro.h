// Writes the recorded calls of a hang as a C++ program, reduced on the prover's model, and builds
// and runs the program.
#pragma once

#include <filesystem>
#include <string>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

struct CppRepro {
  int calls = 0, ranks = 0;              // counts in the program
  int recorded = 0, recorded_ranks = 0;  // counts before the reduction
};

// Writes the program to `folder`, from the evidence of a hang that `gridlock run` or `gridlock
// exec` recorded. Throws std::runtime_error if the calls alone do not hang, hang in another way, or
// cannot be written as C++. The message states the reason.
CppRepro write_cpp_repro(const std::filesystem::path& evidence,
                         const std::filesystem::path& folder);

// Runs the filed script of a hang (finish.h) once under `gridlock exec`. Returns the folder of the
// evidence, which is within `folder`.
std::filesystem::path recorded_hang(const std::filesystem::path& gridlock,
                                    const std::filesystem::path& python,
                                    const std::filesystem::path& script, const Launch& launch,
                                    const std::filesystem::path& folder);

// Builds the program with cmake, against the torch of `python`, and runs it once. Returns "" if the
// program hangs; otherwise describes what happened instead.
std::string try_cpp_repro(const std::filesystem::path& folder, const std::filesystem::path& python);

}  // namespace gridlock::minimizer
