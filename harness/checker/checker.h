// Re-verifies a certificate from its two snapshots alone. The checker shares only the facts, the
// tables and their formats with the prover: a certificate that it accepts is a proof even if the
// prover is wrong. The proof needs no search and no graph because the certificate names the set of
// ranks and calls. The checker tests whether each rank and call of the set is blocked, and whether
// everything that could end the block is in the set too or has ended. The checker then derives
// which ranks each thread waits for, which ranks are at fault and what the proof assumes, and
// rejects a certificate that states otherwise (explanation.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/checker/names.h"

namespace gridlock::checker {

// Returns why the text is no proof, or nullopt if it is one. Never throws because of the text.
std::optional<std::string> check(std::string_view certificate_json,
                                 const Semantics& semantics = measured_semantics());

}  // namespace gridlock::checker
