// The recorded calls of a hang as a C++ program, reduced on the prover's model, built and run.
#pragma once

#include <filesystem>
#include <string>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

struct CppRepro {
  int calls = 0, ranks = 0;              // of the program
  int recorded = 0, recorded_ranks = 0;  // before it was reduced
};

// Writes it to `folder`, from the evidence that `gridlock run` or `gridlock exec` left of a hang.
// Throws std::runtime_error, saying why, where the calls alone do not hang, or not in that way, or
// where they cannot be written.
CppRepro write_cpp_repro(const std::filesystem::path& evidence,
                         const std::filesystem::path& folder);

// Where `gridlock exec` leaves the evidence of a script as it is filed (launcher.h) that hangs,
// within `folder`. It runs once.
std::filesystem::path recorded_hang(const std::filesystem::path& gridlock,
                                    const std::filesystem::path& python,
                                    const std::filesystem::path& script, const Launch& launch,
                                    const std::filesystem::path& folder);

// Builds it by cmake, against the torch of that Python, and runs it once: "" where it hangs, else
// what happened instead.
std::string try_cpp_repro(const std::filesystem::path& folder, const std::filesystem::path& python);

}  // namespace gridlock::minimizer
