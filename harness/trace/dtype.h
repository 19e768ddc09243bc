// The element types of tensors, by their numbers (c10::ScalarType).
#pragma once

#include <string>

namespace gridlock::trace {

// Returns text such as "float32", or "dtype 77" for an unknown number.
std::string dtype_name(int dtype);

// Returns the size of an element in bytes, or 0 for an unknown number.
int width_of(int dtype);

}  // namespace gridlock::trace
