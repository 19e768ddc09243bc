#include "harness/facts/finding.h"

#include "harness/facts/words.h"
#include "harness/text/names.h"

namespace gridlock::facts {

const char* name(Kind kind) {
  return fields::word_of(kind);
}

const char* name(Class cls) {
  return fields::word_of(cls);
}

std::string doubt(const Finding& finding) {
  return text::joined(finding.doubts, "; ");
}

bool is_final(const Finding& finding) {
  switch (finding.kind) {
    case Kind::kDeadlock:
      return finding.proved;
    case Kind::kStall:  // stalls of all other classes are about calls that can never complete
      return finding.cls != Class::kBusyRank && finding.cls != Class::kCompileSkew &&
             finding.cls != Class::kSlowCompile && finding.cls != Class::kStopped;
    case Kind::kDesync:
      return false;
  }
  return false;
}

}  // namespace gridlock::facts
