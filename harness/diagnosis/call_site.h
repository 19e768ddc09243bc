// The call site of a rank's call, as the rank recorded it: file, line, pass and module.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// A call site. Fields that the records do not contain are "".
struct CallSite {
  std::string place;   // "train.py:14"
  std::string pass;    // "forward", "backward", "optimizer"
  std::string module;  // the module whose parameters the call gathers or reduces: "layers.3"

  bool operator==(const CallSite&) const = default;
};

CallSite site_of(const RankEvidence& rank, const facts::Call& call);

// Returns text such as "backward of layers.3".
std::string pass_words(const CallSite& site);

// Returns text such as "backward of layers.3, train.py:14".
std::string site_words(const CallSite& site);

}  // namespace gridlock::diagnosis
