// What is trained again of many failures: one of each.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/verdict/record.h"

namespace gridlock::run {

// Of the records that `wanted` holds for, the first of each signature; at most so many.
template <typename Wanted>
std::vector<const verdict::CellRecord*> different_failures(
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
