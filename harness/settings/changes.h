// Compares two snapshots.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/settings/snapshot.h"

namespace gridlock::settings {

enum class Kind {
  kFact,
  kVariable,
  kSetting,       // of torch's configuration, set to another value
  kMovedDefault,  // nothing set the value, and the two versions of torch have different defaults
  kGone,          // the second torch lacks the setting
  kNew,           // the first torch lacks the setting
};

struct Change {
  Kind kind = Kind::kFact;
  std::string name;                   // "NCCL_ALGO", "config.dynamo.recompile_limit"
  std::optional<std::string> before;  // nullopt means that the name did not exist
  std::optional<std::string> after;

  bool operator==(const Change&) const = default;
};

using Changes = std::vector<Change>;

// Returns changes in the order of the kinds, then by name.
Changes changes(const Snapshot& before, const Snapshot& after);

// Returns "fact", "variable", "setting", "moved default", "gone" or "new".
const char* word_of(Kind kind);

// Returns lines for people: a heading for each kind, followed by each name with its values before
// and after. Of long lists, shows only the words that the two lists do not share. Returns "" for no
// changes.
std::string describe(const Changes& changes);

}  // namespace gridlock::settings
