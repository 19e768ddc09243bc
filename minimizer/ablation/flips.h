// Entries of torch's configuration that may matter to a failure, with the values that do without
// what they turn on.
#pragma once

#include <string>
#include <vector>

#include "minimizer/ablation/rung.h"

namespace gridlock::minimizer {

struct Flip {
  std::string entry;  // "torch._inductor.config.pattern_matcher"
  std::string value;  // as JSON
};

// All that can matter up to a rung. In round 0 the plain values; in round 1 the other values of
// entries that have two. None: there is no such round.
std::vector<Flip> flips_for(Rung rung, int round);

// "torch._inductor.config.pattern_matcher = False"
std::string words_of(const Flip& flip);

}  // namespace gridlock::minimizer
