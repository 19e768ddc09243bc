// Verifies a certificate from its two snapshots alone. The checker and the prover share only the
// facts, the tables and their formats, so a certificate that the checker accepts is a proof even if
// the prover is wrong.
//
// The certificate names the set of stuck ranks and calls, so the checker needs no search and no
// graph. It tests whether each rank and call of the set is blocked, and whether everything that
// could unblock it is in the set or has ended. It then derives which ranks each thread waits for,
// which ranks are at fault and what the proof assumes. It rejects a certificate that states
// otherwise (explanation.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/checker/names.h"

namespace gridlock::checker {

// Returns the reason why the text is not a proof, or nullopt if it is a proof. Never throws.
std::optional<std::string> check(std::string_view certificate_json,
                                 const Semantics& semantics = measured_semantics());

}  // namespace gridlock::checker
