#include "harness/verdict/traceback.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <regex>

namespace gridlock::verdict {
namespace {

// Folders whose code is not the user's. torchinductor writes generated modules, named by a hash.
constexpr std::array<std::string_view, 5> kForeign = {"/site-packages/", "/dist-packages/",
                                                      "/lib/python", "torchinductor_", "<frozen"};

bool is_foreign(std::string_view path) {
  return std::ranges::any_of(
      kForeign, [&](std::string_view part) { return path.find(part) != std::string_view::npos; });
}

std::string last_component(const std::string& path) {
  // Generated modules are named by a hash of their text.
  if (path.find("torchinductor_") != std::string::npos) return "generated code";
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::optional<Frame> blamed_frame(std::string_view traceback) {
  static const std::regex kFrame(R"re(\n *File "([^"\n]+)", line (\d+), in ([^\n]+))re");
  const std::string text = "\n" + std::string(traceback);
  std::optional<Frame> innermost;
  bool innermost_is_foreign = true;
  for (std::sregex_iterator it(text.begin(), text.end(), kFrame), end; it != end; ++it) {
    const std::string path = (*it)[1];
    const bool foreign = is_foreign(path);
    if (foreign && !innermost_is_foreign) continue;
    innermost_is_foreign = foreign;
    const std::string number = (*it)[2];
    innermost = Frame{last_component(path), 0, (*it)[3]};
    std::from_chars(number.data(), number.data() + number.size(), innermost->line);
  }
  return innermost;
}

}  // namespace gridlock::verdict
