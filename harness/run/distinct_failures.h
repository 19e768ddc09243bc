// Chooses the failures to train again: one for each signature.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/verdict/record.h"

namespace gridlock::run {

// Considers the records for which `wanted` returns true. Returns the first record of each
// signature, and at most `most` records.
template <typename Wanted>
std::vector<const verdict::CellRecord*> distinct_failures(
    const std::vector<verdict::CellRecord>& records, std::size_t most, const Wanted& wanted) {
  std::vector<const verdict::CellRecord*> found;
  std::set<std::string> signatures;
  for (const verdict::CellRecord& record : records) {
    if (found.size() == most) break;
    if (wanted(record) && signatures.insert(record.signature).second) found.push_back(&record);
  }
  return found;
}

}  // namespace gridlock::run
