// Who waits for something else than the others, where steps are too few to know what follows on
// what.
#pragma once

#include <optional>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Those of `ranks` that wait for a message, a key or a lock while the others wait for collectives
// at places where collectives have completed before; or, of ranks that all wait for collectives,
// those few at places where none has. Empty when that is true of all or of none, or sites are
// unknown. Takes O(facts).
std::vector<int> beside_usual_collectives(const Snapshot& snapshot, const std::vector<int>& ranks);

// Those that wait for a message with another peer, tag or size than all that they have passed at
// its place before, where those were alike, while the others' messages are as before. Nothing when
// that is true of all or of none, or a message is the first one of its place. Takes O(facts).
std::optional<Divergence> changed_messages(const Snapshot& snapshot, const std::vector<int>& ranks);

}  // namespace gridlock::prover
