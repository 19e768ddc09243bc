// gridlock export --cpp: the recorded calls of a hang as a C++ program.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// From the evidence folder of a hang to the folder `out` ("": repro), then builds and runs it.
// Gives the exit code. Throws matrix::InputError, saying why, where there is no such program.
int export_cpp(const std::filesystem::path& evidence, const std::string& out);
// The same, against the torch of that Python. Throws std::runtime_error.
int export_cpp(const std::filesystem::path& evidence, const std::filesystem::path& folder,
               const std::filesystem::path& python);

}  // namespace gridlock::cli
