// Where a rank made a call, as it recorded it.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// "" where the records do not tell.
struct CallSite {
  std::string place;   // "train.py:14"
  std::string pass;    // "forward", "backward", "optimizer"
  std::string module;  // whose parameters it gathers or reduces: "layers.3"

  bool operator==(const CallSite&) const = default;
};

CallSite site_of(const RankEvidence& rank, const facts::Call& call);

// "backward of layers.3".
std::string pass_words(const CallSite& site);

// "backward of layers.3, train.py:14".
std::string site_words(const CallSite& site);

}  // namespace gridlock::diagnosis
