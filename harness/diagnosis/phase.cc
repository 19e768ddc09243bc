#include "harness/diagnosis/phase.h"

#include <cctype>

#include "harness/text/utf8.h"

namespace gridlock::diagnosis {

std::string phase_kind(std::string_view phase) {
  std::string kind;
  for (char c : phase) {
    if (!std::isdigit(static_cast<unsigned char>(c))) kind += c;
  }
  return text::one_line(kind);
}

std::string in_phase(std::string_view phase) {
  return phase.empty() ? "before its first phase" : "in " + text::one_line(phase);
}

}  // namespace gridlock::diagnosis
