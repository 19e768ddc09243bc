// How process groups and their calls are named to a reader.
#pragma once

#include <string>
#include <vector>

#include "harness/facts/facts.h"

namespace gridlock::diagnosis {

// What the group is for, without its ranks: "cp" for torch's "mesh_cp", "default_pg"; "group 3" for
// one that has no description.
std::string purpose(const facts::Group& group);

// "cp[0-3]".
std::string label(const facts::Group& group);

// "all_reduce #9", "send #2 to rank 1 (tag 7)".
std::string call_words(const facts::Call& call);

// "all_reduce #9 of cp[0-3]".
std::string call_words(const facts::Call& call, const facts::Group& group);

// "262,144 × float32". Not of what carries none (has_elements).
std::string elements_words(const facts::Call& call);
bool has_elements(const facts::Call& call);
// "1 MiB", "12 KiB"; "" below 1 KiB, where the elements say enough.
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

// Whether two ranks mean the same group (see facts::Group).
bool same_group(const facts::Group& a, const facts::Group& b);

}  // namespace gridlock::diagnosis
