// Damages JSON, to test code that reads it.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <random>
#include <string_view>

namespace gridlock::prover::testing {

// Returns the JSON with one to three values replaced, removed or doubled.
nlohmann::json mutated(const nlohmann::json& good, std::mt19937& random);

// Names of the certificate fields that explain the proof.
inline constexpr std::array kExplanations{"ranks", "waiting_for", "reasons", "assumptions"};

// Returns a certificate with a false statement in `field` (one of kExplanations) and a digest that
// matches. The false statement adds or removes one rank at fault, one awaited rank, or one
// assumption.
nlohmann::json misstated(const nlohmann::json& good, std::string_view field, std::mt19937& random);

}  // namespace gridlock::prover::testing
