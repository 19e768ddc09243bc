// Formats process groups and their calls as text.
#pragma once

#include <string>
#include <vector>

#include "harness/facts/facts.h"

namespace gridlock::diagnosis {

// Returns the purpose of the group, without its ranks, such as "default_pg" or "cp" for torch's
// "mesh_cp". Returns text such as "group 3" for a group without a description.
std::string purpose(const facts::Group& group);

// Returns text such as "cp[0-3]".
std::string label(const facts::Group& group);

// Returns text such as "all_reduce #9" or "send #2 to rank 1 (tag 7)".
std::string call_words(const facts::Call& call);

// Returns text such as "all_reduce #9 of cp[0-3]".
std::string call_words(const facts::Call& call, const facts::Group& group);

// Returns text such as "262,144 × float32". Requires has_elements.
std::string elements_words(const facts::Call& call);
bool has_elements(const facts::Call& call);
// Returns text such as "1 MiB" or "12 KiB". Returns "" below 1 KiB, where the element count is
// enough.
std::string bytes_words(const facts::Call& call);
std::string reduction_words(const facts::Call& call);  // "sum", "max"
std::string root_words(const facts::Call& call);       // "root 2", "no root"

// An argument that members of a group must agree on (prover::CallSignature) but that differs
// between two calls, such as {"int32", "float32"} or {"16 elements", "8 elements"}.
struct Difference {
  std::string mine;
  std::string theirs;
};
std::vector<Difference> differences(const facts::Call& mine, const facts::Call& theirs);

// Returns whether the records of two ranks are about the same group (facts::Group).
bool same_group(const facts::Group& a, const facts::Group& b);

}  // namespace gridlock::diagnosis
