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

bool is_at(const GraphBreak& one, std::string_view at) {
  if (at == one.kind) return true;
  const auto colon = at.find(':');
  const std::string_view file = at.substr(0, colon), all = one.file;
  const bool in_file =
      all == file || (all.ends_with(file) && all[all.size() - file.size() - 1] == '/');
  return in_file && (colon == at.npos || at.substr(colon + 1) == one.function);
}

std::string place_words(const GraphBreak& one) {
  return fmt::format("{} in {}{} ({})", place_of(one.file, one.line), one.function,
                     one.caller.empty() ? "" : ", called at " + one.caller, one.kind);
}

std::string reason_words(const GraphBreak& one) {
  return one.context.empty() ? one.reason : one.reason + ": " + one.context;
}

}  // namespace gridlock::health
