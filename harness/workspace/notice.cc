#include "harness/workspace/notice.h"

#include <fmt/format.h>

namespace gridlock::workspace {

void notice(const std::string& text) {
  fmt::print(stderr, "gridlock: {}\n", text);
}

}  // namespace gridlock::workspace
