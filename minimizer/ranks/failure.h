// Turns an outcome of `gridlock exec` into the failure that the minimizer compares.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

// Splits the signature in a record of gridlock: "crash:raised:ValueError:load".
std::vector<std::string> parts_of(const std::string& signature);

// Returns the failure in an outcome as `gridlock exec --json` writes it: the verdict; for a hang
// its class and operation, for a crash its exception and message. The failure has no field that
// deleting lines, renaming, inlining or leaving out ranks would change. Returns nothing for a
// script that passes.
std::optional<Signature> failure_of(const nlohmann::json& outcome);

// Returns whether the failure is a hang that cannot occur in a script whose ranks make all their
// collective calls to the end.
bool hangs_in_calls(const Signature& signature);

// Returns a message without the parts that vary between equal failures: numbers, addresses, paths,
// quoted names.
std::string plain_message(const std::string& message);

// Compares the outcome with the wanted failure. A script that fails as broken programs do (a name
// is unbound, it does not parse) is invalid; one that stood still for no known reason is slow. If
// `outcome` is not JSON, the machine was too busy for an answer.
Answer judge(const std::string& outcome, const Signature& wanted);

}  // namespace gridlock::minimizer
