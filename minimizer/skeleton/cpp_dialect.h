// The dialects of C++ repros: c10d on gloo, and plain NCCL.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "harness/trace/operation.h"

namespace gridlock::minimizer {

// The function that implements an operation in the program.
struct CppOperation {
  trace::Op op;
  const char* name;           // the function's name
  std::string_view function;  // the function's definition
  bool has_peer = false;      // the second argument is a rank of the group
  bool has_count = true;
  bool has_tag = false;
  bool has_work = true;  // returns an object to wait for
};

struct CppDialect {
  const char* backend;
  std::string_view includes;
  std::string_view groups;  // code that makes the groups
  std::string_view build;   // CMakeLists.txt
  std::span<const CppOperation> operations;
  std::span<const std::pair<const char*, std::string_view>> headers;  // paths and texts

  // Throws std::runtime_error for an operation that the dialect lacks; the message names the
  // operation.
  const CppOperation& operation(trace::Op op) const;
};

extern const CppDialect kGlooDialect, kNcclDialect;

// Returns the dialect of a backend. Throws std::runtime_error if there is none.
const CppDialect& cpp_dialect(std::string_view backend);

}  // namespace gridlock::minimizer
