// Says at the start of a run why nothing will be proved.
#pragma once

#include <string>

#include "harness/exec/registration_socket.h"

namespace gridlock::exec {

// Returns a sentence if a proof is impossible because of what gridlock cannot know about the rank
// on this machine. Otherwise returns "".
std::string obstacle_to_proofs(const RankRegistration& registration);

}  // namespace gridlock::exec
