// Damaged JSON, for tests of what reads it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <random>

namespace gridlock::prover::testing {

// One to three values somewhere in it replaced, removed or doubled.
nlohmann::json mutated(const nlohmann::json& good, std::mt19937& random);

}  // namespace gridlock::prover::testing
