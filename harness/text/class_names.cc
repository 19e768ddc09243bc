#include "harness/text/class_names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace gridlock::text {
namespace {

constexpr std::string_view kWrapper = "FSDP";

// Names of torch's own classes without FSDP2's prefix. without_wrappers() keeps the prefix of these
// classes.
constexpr auto kOfTorch =
    std::to_array<std::string_view>({"CommContext", "Error", "Extensions", "Managed", "MemTracker",
                                     "MeshInfo", "Module", "Param", "State"});

bool is_in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool is_wrapped(std::string_view behind) {
  const bool is_class = !behind.empty() && std::isupper(static_cast<unsigned char>(behind[0]));
  return is_class && std::ranges::none_of(
                         kOfTorch, [&](std::string_view own) { return behind.starts_with(own); });
}

}  // namespace

std::string without_wrappers(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const bool begins = result.empty() || !is_in_name(result.back());
    if (begins && text.starts_with(kWrapper) && is_wrapped(text.substr(kWrapper.size()))) {
      text.remove_prefix(kWrapper.size());
    }
    result += text[0];
    text.remove_prefix(1);
  }
  return result;
}

}  // namespace gridlock::text
