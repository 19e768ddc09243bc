#include "harness/health/breaks.h"

#include <fmt/format.h>

#include "harness/health/frames.h"
#include "harness/text/path.h"

namespace gridlock::health {

using protocol::GraphBreak;

namespace {

// Returns whether `file` names `path`. "case.py", "a/case.py" and "/a/case.py" all name
// "/a/case.py".
bool is_file(std::string_view path, std::string_view file) {
  return path == file || (path.ends_with(file) && path[path.size() - file.size() - 1] == '/');
}

}  // namespace

bool is_same(const GraphBreak& a, const GraphBreak& b) {
  GraphBreak same = b;
  same.caller = a.caller;
  return a == same;
}

bool is_at(const GraphBreak& one, std::string_view at) {
  if (at == one.kind) return true;
  const auto colon = at.find(':');
  const std::string_view file = at.substr(0, colon);
  const auto is_place = [&](std::string_view path, std::string_view function) {
    return is_file(path, file) && (colon == at.npos || at.substr(colon + 1) == function);
  };
  if (is_place(one.file, one.function)) return true;
  // `caller` is text such as "/a/train.py:12 in step".
  const std::string_view caller = one.caller;
  const auto line = caller.find(':'), in = caller.find(" in ");
  return line != caller.npos && in != caller.npos &&
         is_place(caller.substr(0, line), caller.substr(in + 4));
}

std::string place_words(const GraphBreak& one) {
  return fmt::format("{} in {}{} ({})", place_of(one.file, one.line), one.function,
                     one.caller.empty() ? "" : ", called at " + text::last_part(one.caller),
                     one.kind);
}

std::string reason_words(const GraphBreak& one) {
  return one.context.empty() ? one.reason : one.reason + ": " + one.context;
}

}  // namespace gridlock::health
