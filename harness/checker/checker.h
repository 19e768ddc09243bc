// Re-verifies a certificate from its two snapshots alone. Shares nothing with the prover but the
// facts, the tables and how they are written: what it accepts is a proof even if the prover is
// wrong. Of the proof it knows no search and no graph, since the certificate names the set: it asks
// of each rank and call of the set whether it is blocked, and whether all that could end that is in
// the set too, or gone. Then it derives whom each thread waits for, who is at fault and what the
// proof assumes, and refuses a certificate that says otherwise (explanation.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/checker/names.h"

namespace gridlock::checker {

// Why it is no proof; nothing when it is one. Never throws for what the text says.
std::optional<std::string> check(std::string_view certificate_json,
                                 const Semantics& semantics = measured_semantics());

}  // namespace gridlock::checker
