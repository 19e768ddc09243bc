// What differs between two snapshots.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/settings/snapshot.h"

namespace gridlock::settings {

enum class Kind {
  kFact,
  kVariable,
  kSetting,       // of torch's configuration: set to another value
  kMovedDefault,  // nothing set it, and another version of torch has another value
  kGone,          // the second torch has no such setting
  kNew,           // the first has none
};

struct Change {
  Kind kind = Kind::kFact;
  std::string name;                   // "NCCL_ALGO", "config.dynamo.recompile_limit"
  std::optional<std::string> before;  // none: it was not there
  std::optional<std::string> after;

  bool operator==(const Change&) const = default;
};

using Changes = std::vector<Change>;

// In the order of the kinds, then by name.
Changes changes(const Snapshot& before, const Snapshot& after);

// "fact", "variable", "setting", "moved default", "gone", "new".
const char* word_of(Kind kind);

// Lines for people: a heading for each kind, below it name, before and after; of long lists, what
// they do not share. "" for no changes.
std::string describe(const Changes& changes);

}  // namespace gridlock::settings
