#include "harness/report/xml.h"

#include <array>
#include <cstdint>

namespace gridlock::report {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

struct Shape {
  unsigned char mask, lead;
  std::uint32_t smallest;  // below it the encoding is overlong
};
// By number of bytes that continue the character.
constexpr std::array<Shape, 4> kShapes = {
    {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}}};

// The production Char of XML 1.0.
bool is_xml_char(std::uint32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xd7ff) ||
         (c >= 0xe000 && c <= 0xfffd) || (c >= 0x10000 && c <= 0x10ffff);
}

// The length of the character that `text` begins with; 0 when it is none that XML can hold.
std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  for (std::size_t more = 0; more < kShapes.size(); ++more) {
    const Shape& shape = kShapes[more];
    if ((lead & shape.mask) != shape.lead) continue;
    if (text.size() <= more) return 0;
    std::uint32_t code = lead & static_cast<unsigned char>(~shape.mask);
    for (std::size_t i = 1; i <= more; ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      if ((byte & 0xc0) != 0x80) return 0;
      code = (code << 6) | (byte & 0x3f);
    }
    return code >= shape.smallest && is_xml_char(code) ? more + 1 : 0;
  }
  return 0;
}

std::string_view reference(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\n':
      return "&#10;";
    case '\r':
      return "&#13;";
    case '\t':
      return "&#9;";
    default:
      return "";
  }
}

}  // namespace

std::string xml_escape(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view known = reference(text[0]);
    if (length == 0) {
      escaped += kReplacement;
    } else {
      escaped += known.empty() ? text.substr(0, length) : known;
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return escaped;
}

}  // namespace gridlock::report
