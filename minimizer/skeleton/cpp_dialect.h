// The dialects of C++ repros: c10d on gloo, and plain NCCL.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "harness/trace/operation.h"

namespace gridlock::minimizer {

// The function that an operation becomes in the program. Tensors have `count` elements. If a
// function splits its tensor among the ranks, `count` is rounded up to a multiple of the group's
// size.
struct CppOperation {
  trace::Op op;
  const char* name;       // the function's name
  bool has_peer = false;  // the second argument is a rank of the group
  bool has_count = true;
  bool has_tag = false;  // in dialects with tags
  bool has_work = true;  // returns an object to wait for
  // The function's definition in each dialect; "" if the dialect lacks it. The NCCL functions
  // make the same NCCL calls as torch's process group.
  std::string_view gloo = {};
  std::string_view nccl = {};
};

// Defined in cpp_collectives.cc, cpp_rooted.cc and cpp_pairs.cc.
extern const std::span<const CppOperation> kCppCollectives, kCppRooted, kCppPairs;

struct CppDialect {
  const char* backend;
  std::string_view CppOperation::*function;  // an operation's function in this dialect
  bool has_tags;                             // sends and receives have tags
  std::string_view includes;
  std::string_view groups;                                            // code that makes the groups
  std::string_view build;                                             // CMakeLists.txt
  std::span<const std::pair<const char*, std::string_view>> headers;  // paths and texts

  // Throws std::runtime_error for an operation that the dialect lacks; the message names the
  // operation.
  const CppOperation& operation(trace::Op op) const;
};

// Returns the dialect of a backend. Throws std::runtime_error if there is none.
const CppDialect& cpp_dialect(std::string_view backend);

}  // namespace gridlock::minimizer
