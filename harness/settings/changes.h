// Compares two snapshots of settings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/settings/snapshot.h"

namespace gridlock::settings {

enum class Kind {
  kFact,
  kVariable,
  kSetting,       // a setting of torch that was set to another value
  kMovedDefault,  // an unset setting with different defaults in the two versions of torch
  kGone,          // a setting that the second torch lacks
  kNew,           // a setting that the first torch lacks
};

struct Change {
  Kind kind = Kind::kFact;
  std::string name;                   // "NCCL_ALGO", "config.dynamo.recompile_limit"
  std::optional<std::string> before;  // nullopt if the name did not exist
  std::optional<std::string> after;

  bool operator==(const Change&) const = default;
};

using Changes = std::vector<Change>;

// Returns the changes, ordered by kind and then by name.
Changes changes(const Snapshot& before, const Snapshot& after);

// Returns "fact", "variable", "setting", "moved default", "gone" or "new".
const char* word_of(Kind kind);

// Returns text for people: a heading for each kind, followed by each name with its values before
// and after. For long lists, only the words that differ are shown. Returns "" if there are no
// changes.
std::string describe(const Changes& changes);

}  // namespace gridlock::settings
