// gridlock export --cpp: writes the recorded calls of a hang as a C++ program.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// Reads the evidence folder of a hang, writes the program to the folder `out` ("" = repro), builds
// it and runs it. Returns the exit code. Throws matrix::InputError with the reason if the evidence
// allows no such program.
int export_cpp(const std::filesystem::path& evidence, const std::string& out);
// Builds against the torch of the given Python. Throws std::runtime_error.
int export_cpp(const std::filesystem::path& evidence, const std::filesystem::path& folder,
               const std::filesystem::path& python);

}  // namespace gridlock::cli
