#include "harness/facts/finding.h"

#include "harness/facts/words.h"

namespace gridlock::facts {

const char* name(Kind kind) {
  return fields::word_of(kind);
}

const char* name(Class cls) {
  return fields::word_of(cls);
}

std::string doubt(const Finding& finding) {
  std::string text;
  for (const std::string& one : finding.doubts) text += (text.empty() ? "" : "; ") + one;
  return text;
}

}  // namespace gridlock::facts
