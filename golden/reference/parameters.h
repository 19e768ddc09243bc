// The parameters of the reference, by the names that they have in the case.
#pragma once

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <map>
#include <string>

#include "golden/reference/architecture.h"

namespace gridlock::golden::reference {

// fp64. A map: sums over all parameters have one order.
using Parameters = std::map<std::string, at::Tensor>;

// Those of a file, whatever its precision. Throws TensorFileError.
Parameters read_parameters(const std::filesystem::path& path);

// The same numbers, or those next to them in a precision (training.h), as leaves that gradients are
// taken of.
Parameters cast_to(const std::string& precision, const Parameters& parameters);

Shapes shapes_of(const Parameters& parameters);

// As F64. Throws std::runtime_error where the file cannot be written.
void write_parameters(const std::filesystem::path& path, const Parameters& parameters);

}  // namespace gridlock::golden::reference
