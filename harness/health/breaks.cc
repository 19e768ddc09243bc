#include "harness/health/breaks.h"

#include <fmt/format.h>

#include "harness/health/frames.h"

namespace gridlock::health {

using protocol::GraphBreak;

bool is_same(const GraphBreak& a, const GraphBreak& b) {
  GraphBreak same = b;
  same.caller = a.caller;
  return a == same;
}

std::string place_words(const GraphBreak& one) {
  return fmt::format("{} in {}{} ({})", place_of(one.file, one.line), one.function,
                     one.caller.empty() ? "" : ", called at " + one.caller, one.kind);
}

std::string reason_words(const GraphBreak& one) {
  return one.context.empty() ? one.reason : one.reason + ": " + one.context;
}

}  // namespace gridlock::health
