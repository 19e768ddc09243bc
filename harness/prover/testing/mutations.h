// Damages JSON, for tests of its readers.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <random>
#include <string_view>

namespace gridlock::prover::testing {

// Replaces, removes or doubles one to three values.
nlohmann::json mutated(const nlohmann::json& good, std::mt19937& random);

// The fields of a certificate beside its proof.
inline constexpr std::array kExplanations{"ranks", "waiting_for", "reasons", "assumptions"};

// Returns a certificate with a false statement in `field`, one of the above, and an honest digest:
// one rank more or less is at fault or waited for by some thread, or one assumption more or less is
// made.
nlohmann::json misstated(const nlohmann::json& good, std::string_view field, std::mt19937& random);

}  // namespace gridlock::prover::testing
