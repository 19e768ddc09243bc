// Reads, rounds and writes the reference's parameters, under the names that the case gives them.
#pragma once

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <map>
#include <string>

#include "golden/reference/architecture.h"

namespace gridlock::golden::reference {

// Parameters in fp64, by name. A map has a fixed order, so sums over all parameters are
// reproducible.
using Parameters = std::map<std::string, at::Tensor>;

// Reads the parameters of a file of any precision. Throws TensorFileError.
Parameters read_parameters(const std::filesystem::path& path);

// Rounds the numbers to a precision (training.h) and returns them as leaves that require gradients.
Parameters cast_to(const std::string& precision, const Parameters& parameters);

Shapes shapes_of(const Parameters& parameters);

// Writes the parameters as F64. Throws std::runtime_error if the file cannot be written.
void write_parameters(const std::filesystem::path& path, const Parameters& parameters);

}  // namespace gridlock::golden::reference
