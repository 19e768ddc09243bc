#include "harness/verdict/text.h"

#include <fmt/format.h>

#include <cctype>

namespace gridlock::verdict {
namespace {

bool is_blank_or_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || byte == 0x7f;
}

// Whether `c` continues a UTF-8 character.
bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

}  // namespace

std::string one_line(std::string_view text, std::size_t most) {
  std::string line;
  for (char c : text) {
    if (!is_blank_or_control(c)) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  if (line.size() <= most) return line;
  while (most > 0 && continues(line[most])) --most;
  return line.substr(0, most) + "…";
}

std::string rank_list(const std::vector<int>& ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t last = i;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (i > 0) text += ", ";
    text += std::to_string(ranks[i]);
    if (last > i) text += fmt::format("-{}", ranks[last]);
    i = last + 1;
  }
  return text;
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string phase_kind(std::string_view phase) {
  std::string kind;
  for (char c : phase) {
    if (!std::isdigit(static_cast<unsigned char>(c))) kind += c;
  }
  return one_line(kind);
}

std::string in_phase(std::string_view phase) {
  return phase.empty() ? "before it said anything" : "in " + one_line(phase);
}

std::string signature_of(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (!text.empty()) text += ':';
    text += part;
  }
  return text;
}

}  // namespace gridlock::verdict
