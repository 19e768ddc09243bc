// Store keys in words.
#pragma once

#include <string>
#include <vector>

#include "harness/facts/facts.h"

namespace gridlock::facts {

// Returns text such as "store key 'shard/1'" or "store keys 'a', 'b' and 7 more". A name is without
// the prefix of its process group ("0//").
std::string describe(const std::vector<StoreKey>& keys);

}  // namespace gridlock::facts
