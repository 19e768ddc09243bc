// gridlock export --cpp: writes the recorded calls of a hang as a C++ program.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// Reads the evidence folder of a hang, writes the program to the folder `out` ("" means repro),
// builds it and runs it. Returns the exit code. Throws matrix::InputError with the reason if no
// program can be made from the evidence.
int export_cpp(const std::filesystem::path& evidence, const std::string& out);
// Builds the program against the torch of `python`. Throws std::runtime_error.
int export_cpp(const std::filesystem::path& evidence, const std::filesystem::path& folder,
               const std::filesystem::path& python);

}  // namespace gridlock::cli
