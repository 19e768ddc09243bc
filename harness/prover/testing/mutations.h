// Damages JSON, for tests of its readers.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <random>
#include <string_view>

namespace gridlock::prover::testing {

// Replaces, removes or doubles one to three values.
nlohmann::json mutated(const nlohmann::json& good, std::mt19937& random);

// The fields of a certificate in addition to its proof.
inline constexpr std::array kExplanations{"ranks", "waiting_for", "reasons", "assumptions"};

// Returns a certificate with a false statement in `field`, one of kExplanations, and a matching
// digest. The false statement is one rank more or less that is at fault or that a thread waits for,
// or one assumption more or less.
nlohmann::json misstated(const nlohmann::json& good, std::string_view field, std::mt19937& random);

}  // namespace gridlock::prover::testing
