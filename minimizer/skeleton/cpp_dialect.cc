#include "minimizer/skeleton/cpp_dialect.h"

#include <array>
#include <stdexcept>
#include <string>

#include "minimizer/skeleton/cpp_texts.h"

namespace gridlock::minimizer {
namespace {

constexpr std::string_view kSeeContext = "#include <gloo/context.h>\n";

// The few declarations of gloo that torch's own headers need. torch's wheels do not contain them.
const std::array<std::pair<const char*, std::string_view>, 5> kGlooHeaders{{
    {"gloo/context.h", kGlooContext},
    {"gloo/algorithm.h", kSeeContext},
    {"gloo/common/error.h", kSeeContext},
    {"gloo/rendezvous/store.h", kSeeContext},
    {"gloo/transport/device.h", kSeeContext},
}};

const std::array<CppDialect, 2> kDialects{{
    {"gloo", &CppOperation::gloo, true, kGlooIncludes, kGlooGroups, kGlooBuild, kGlooHeaders},
    {"nccl", &CppOperation::nccl, false, kNcclIncludes, kNcclGroups, kNcclBuild, {}},
}};

}  // namespace

const CppOperation& CppDialect::operation(trace::Op op) const {
  for (const auto rows : {kCppCollectives, kCppRooted, kCppPairs}) {
    for (const CppOperation& row : rows) {
      if (row.op == op && !(row.*function).empty()) return row;
    }
  }
  throw std::runtime_error("gridlock cannot write " + trace::describe(op) + " of " + backend +
                           " in C++");
}

const CppDialect& cpp_dialect(std::string_view backend) {
  for (const CppDialect& dialect : kDialects) {
    if (dialect.backend == backend) return dialect;
  }
  throw std::runtime_error("gridlock can write groups of gloo and nccl in C++, but not groups of " +
                           std::string(backend));
}

}  // namespace gridlock::minimizer
