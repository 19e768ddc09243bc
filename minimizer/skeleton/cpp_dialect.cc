#include "minimizer/skeleton/cpp_dialect.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace gridlock::minimizer {

const CppOperation& CppDialect::operation(trace::Op op) const {
  const auto row = std::ranges::find(operations, op, &CppOperation::op);
  if (row == operations.end()) {
    throw std::runtime_error("gridlock cannot write " + trace::describe(op) + " of " + backend +
                             " in C++");
  }
  return *row;
}

const CppDialect& cpp_dialect(std::string_view backend) {
  for (const CppDialect* dialect : {&kGlooDialect, &kNcclDialect}) {
    if (dialect->backend == backend) return *dialect;
  }
  throw std::runtime_error("gridlock can write groups of gloo and nccl in C++, but not groups of " +
                           std::string(backend));
}

}  // namespace gridlock::minimizer
