#include <algorithm>
#include <array>
#include <utility>

#include "harness/facts/finding.h"

namespace gridlock::facts {
namespace {

constexpr std::array<std::pair<Kind, const char*>, 3> kKinds{{
    {Kind::kDeadlock, "deadlock"},
    {Kind::kStall, "stall"},
    {Kind::kDesync, "desync"},
}};

constexpr std::array<std::pair<Class, const char*>, 15> kClasses{{
    {Class::kMissingRank, "missing rank"},
    {Class::kDifferentOrder, "different order"},
    {Class::kCrossGroupCycle, "cross-group cycle"},
    {Class::kMismatchedOperation, "mismatched operation"},
    {Class::kMismatchedArguments, "mismatched arguments"},
    {Class::kUnmatchedSend, "unmatched send"},
    {Class::kUnmatchedRecv, "unmatched receive"},
    {Class::kDeadPeer, "dead peer"},
    {Class::kGroupMembership, "group membership"},
    {Class::kStoreKey, "store key"},
    {Class::kLockCycle, "lock cycle"},
    {Class::kBusyRank, "busy rank"},
    {Class::kCompileSkew, "compile skew"},
    {Class::kStopped, "stopped rank"},
    {Class::kThreadDeadlock, "thread deadlock"},
}};

}  // namespace

const char* name(Kind kind) {
  return std::ranges::find(kKinds, kind, &std::pair<Kind, const char*>::first)->second;
}

const char* name(Class cls) {
  return std::ranges::find(kClasses, cls, &std::pair<Class, const char*>::first)->second;
}

std::string doubt(const Finding& finding) {
  std::string text;
  for (const std::string& one : finding.doubts) text += (text.empty() ? "" : "; ") + one;
  return text;
}

}  // namespace gridlock::facts
