#include "harness/cli/text.h"

namespace gridlock::cli {

std::string cut(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 1) + "~";
}

std::string cut_middle(const std::string& text, std::size_t width) {
  if (text.size() <= width) return text;
  const std::size_t tail = width / 3;
  return text.substr(0, width - tail - 1) + "~" + text.substr(text.size() - tail);
}

}  // namespace gridlock::cli
