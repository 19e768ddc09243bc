// The call site of a rank's call (file, line, pass and module), as the rank recorded it.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// A field is "" when the records do not contain it.
struct CallSite {
  std::string place;   // "train.py:14"
  std::string pass;    // "forward", "backward", "optimizer"
  std::string module;  // the module whose parameters the call gathers or reduces: "layers.3"

  bool operator==(const CallSite&) const = default;
};

CallSite site_of(const RankEvidence& rank, const facts::Call& call);

// Returns, for example, "backward of layers.3".
std::string pass_words(const CallSite& site);

// Returns, for example, "backward of layers.3, train.py:14".
std::string site_words(const CallSite& site);

}  // namespace gridlock::diagnosis
