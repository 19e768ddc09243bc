// Declares the texts of the files in semantics/, which the build compiles in.
#pragma once

#include <array>
#include <utility>

namespace gridlock::facts {

inline constexpr std::size_t kBackends = 2;
extern const std::array<std::pair<const char*, const char*>, kBackends> kSemanticsTables;

}  // namespace gridlock::facts
