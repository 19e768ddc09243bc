// What a C++ repro is written in: c10d on gloo, or plain NCCL.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "harness/trace/operation.h"

namespace gridlock::minimizer {

// How the program calls an operation.
struct CppOperation {
  trace::Op op;
  const char* name;           // of the function
  std::string_view function;  // its definition
  bool has_peer = false;      // its second argument: a rank of the group
  bool has_count = true;
  bool has_tag = false;
  bool has_work = true;  // it gives something to wait for
};

struct CppDialect {
  const char* backend;
  std::string_view includes;
  std::string_view groups;  // how they are made
  std::string_view build;   // CMakeLists.txt
  std::span<const CppOperation> operations;
  std::span<const std::pair<const char*, std::string_view>> headers;  // paths and texts

  // Throws std::runtime_error, naming it, for one that has no row.
  const CppOperation& operation(trace::Op op) const;
};

extern const CppDialect kGlooDialect, kNcclDialect;

// Throws std::runtime_error for a backend that has none.
const CppDialect& cpp_dialect(std::string_view backend);

}  // namespace gridlock::minimizer
