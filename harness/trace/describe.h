// Describes records as text, for evidence folders.
#pragma once

#include <string>
#include <vector>

#include "harness/trace/record.h"
#include "harness/trace/ring.h"

namespace gridlock::trace {

// The names that the numbers in records stand for.
struct Names {
  std::vector<GroupRecord> groups;
  std::vector<Site> sites;
  std::vector<std::string> modules;
};
Names names_of(const RingReader& reader);

// Returns text such as "step 3", "call 29: all_reduce #17 in default_pg[0,1], 1024 elements,
// backward of layers.3, at train.py:45", or "waits for call 29". `names` must come from the ring of
// the record. Accepts any record, even a corrupt one.
std::string describe(const Record& record, const Names& names);

}  // namespace gridlock::trace
