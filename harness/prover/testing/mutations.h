// Damaged JSON, for tests of what reads it.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <random>
#include <string_view>

namespace gridlock::prover::testing {

// One to three values somewhere in it replaced, removed or doubled.
nlohmann::json mutated(const nlohmann::json& good, std::mt19937& random);

// What a certificate says beside its proof.
inline constexpr std::array kExplanations{"ranks", "waiting_for", "reasons", "assumptions"};

// A certificate that says otherwise in `field`, one of the above, with an honest digest: one rank
// more or less is at fault or waited for by some thread, or one assumption more or less is made.
nlohmann::json misstated(const nlohmann::json& good, std::string_view field, std::mt19937& random);

}  // namespace gridlock::prover::testing
