#include "harness/report/xml_text.h"

#include <algorithm>
#include <functional>

#include "harness/text/utf8.h"

namespace gridlock::report {

std::string xml_text(const std::string& text) {
  const auto in_xml = [](char32_t c) {
    return c == U'\t' || c == U'\n' || c == U'\r' || (c >= U' ' && c != 0xfffe && c != 0xffff);
  };
  std::u32string characters = text::characters(text);
  std::ranges::replace_if(characters, std::not_fn(in_xml), U'\uFFFD');
  return text::encoded(characters);
}

}  // namespace gridlock::report
