// How a C++ repro calls each operation: a row each.
#pragma once

#include <string_view>

#include "harness/trace/operation.h"

namespace gridlock::minimizer {

struct CppOperation {
  trace::Op op;
  const char* name;           // of the function
  std::string_view function;  // its definition
  bool has_peer = false;      // its second argument: a rank of the group
  bool has_count = true;
};

// Throws std::runtime_error, naming it, for one that has no row.
const CppOperation& cpp_operation(trace::Op op);

}  // namespace gridlock::minimizer
