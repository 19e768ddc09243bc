// Turns an outcome of `gridlock exec` into the failure that the minimizer compares.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

// Splits a signature as gridlock's records contain it, such as "crash:raised:ValueError:load".
std::vector<std::string> parts_of(const std::string& signature);

// Returns the failure in an outcome that `gridlock exec --json` wrote, or nullopt for a script that
// passes. The failure contains the verdict. For a hang, it also contains the class and the
// operation; for a crash, the exception and the message. Deleting lines, renaming, inlining or
// leaving out ranks does not change these fields.
std::optional<Signature> failure_of(const nlohmann::json& outcome);

// Returns whether the failure is a hang that cannot occur if all ranks complete all their
// collective calls.
bool hangs_in_calls(const Signature& signature);

// Returns `message` without the parts that differ between two runs of one failure, such as numbers,
// addresses, paths and quoted names.
std::string plain_message(const std::string& message);

// A failure that a check of a passing run found.
struct FoundFailure {
  Signature signature;
  std::string sentence;
};

// Compares the outcome with the wanted failure. The answer for a script that fails like a broken
// program (a name is unbound, or the text does not parse) is kInvalid. The answer for a script that
// made no progress for an unknown reason is kSlow. If `outcome` is not JSON, the machine was too
// busy, and the answer is kBusy.
Answer judge(const std::string& outcome, const Signature& wanted);

}  // namespace gridlock::minimizer
