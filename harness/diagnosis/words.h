// Formats process groups and their calls for a reader.
#pragma once

#include <string>
#include <vector>

#include "harness/facts/facts.h"

namespace gridlock::diagnosis {

// Returns the purpose of the group without its ranks: "cp" for torch's "mesh_cp", "default_pg";
// "group 3" for a group without a description.
std::string purpose(const facts::Group& group);

// Returns, for example, "cp[0-3]".
std::string label(const facts::Group& group);

// Returns, for example, "all_reduce #9" or "send #2 to rank 1 (tag 7)".
std::string call_words(const facts::Call& call);

// Returns, for example, "all_reduce #9 of cp[0-3]".
std::string call_words(const facts::Call& call, const facts::Group& group);

// Returns, for example, "262,144 × float32". Requires has_elements.
std::string elements_words(const facts::Call& call);
bool has_elements(const facts::Call& call);
// Returns "1 MiB" or "12 KiB"; "" below 1 KiB, where the elements are enough.
std::string bytes_words(const facts::Call& call);
std::string reduction_words(const facts::Call& call);  // "sum", "max"
std::string root_words(const facts::Call& call);       // "root 2", "no root"

// The arguments that members of a group must agree on (see prover::CallSignature) and that differ:
// {"int32", "float32"}, {"16 elements", "8 elements"}.
struct Difference {
  std::string mine;
  std::string theirs;
};
std::vector<Difference> differences(const facts::Call& mine, const facts::Call& theirs);

// Returns whether two ranks mean the same group (see facts::Group).
bool same_group(const facts::Group& a, const facts::Group& b);

}  // namespace gridlock::diagnosis
