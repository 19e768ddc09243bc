// Entries of torch's configuration that may matter to a failure, with the values that turn off
// their features.
#pragma once

#include <string>
#include <vector>

#include "minimizer/ablation/rung.h"

namespace gridlock::minimizer {

struct Flip {
  std::string entry;  // "torch._inductor.config.pattern_matcher"
  std::string value;  // as JSON
};

// Returns all flips that can matter up to a rung. Round 0 has the plain values; round 1 has the
// other values of entries that have two. Empty: there is no such round.
std::vector<Flip> flips_for(Rung rung, int round);

// Returns "torch._inductor.config.pattern_matcher = False".
std::string words_of(const Flip& flip);

}  // namespace gridlock::minimizer
