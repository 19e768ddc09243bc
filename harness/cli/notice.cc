#include "harness/cli/notice.h"

#include <fmt/format.h>

namespace gridlock::cli {

void notice(const std::string& text) {
  fmt::print(stderr, "gridlock: {}\n", text);
}

}  // namespace gridlock::cli
