// From what `gridlock exec` says of a script to the failure that the minimizer compares.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

// Of the signature in a record of gridlock: "crash:raised:ValueError:load".
std::vector<std::string> parts_of(const std::string& signature);

// Of an outcome as `gridlock exec --json` writes it: the verdict; of a hang its class and
// operation, of a crash its exception and message. Nothing that deleting lines, renaming, inlining
// or leaving out ranks would change. Nothing of a script that passes.
std::optional<Signature> failure_of(const nlohmann::json& outcome);

// Whether it is a hang that no script shows whose ranks make all their collective calls to the end.
bool hangs_in_calls(const Signature& signature);

// A message without what varies between equal failures: numbers, addresses, paths, quoted names.
std::string plain_message(const std::string& message);

// What the outcome says about the failure looked for. A script that fails as broken programs do (a
// name is unbound, it does not parse) is invalid; one that stood still for no known reason is slow.
// `outcome` that is no JSON: the machine was too busy to tell.
Answer judge(const std::string& outcome, const Signature& wanted);

}  // namespace gridlock::minimizer
