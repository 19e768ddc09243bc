// Detects compile time that explodes. The script runs with two sizes. It takes its size from its
// arguments, in which "{}" stands for the size. If compiling takes t1 seconds at size s1 and t2
// seconds at size s2, the order of growth is log(t2 / t1) / log(s2 / s1). It is 1 for linear
// compile time and 2 for quadratic compile time. Compile time that doubles with each unit of size
// grows faster than any power (pytorch#145081).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

inline constexpr const char* kBlowup = "blow-up";  // the signature's kind

struct Growth {
  int small = 0, large = 0;  // sizes, 0 < small < large

  bool operator==(const Growth&) const = default;
};

// Parses "8,12"; returns nullopt for any other form of text.
std::optional<Growth> growth_from(const std::string& text);

// Returns whether one of the arguments contains "{}".
bool takes_size(const Launch& launch);
Launch with_size(Launch launch, int size);

// Returns the compile time of the rank that compiled longest, from the output of the ranks
// (start/graph_count.py). Returns nullopt if no rank compiled.
std::optional<double> compile_seconds_in(const std::string& output);

// Returns a sentence such as "compiles for 0.8 s at size 8, for 12 s at size 12: compile time grows
// like size^6.7".
std::string growth_words(double small_seconds, double large_seconds, const Growth& growth);

// Returns a failure if compile time grows clearly faster than the third power of the size and
// reaches at least one second.
std::optional<Signature> find_explosion(double small_seconds, double large_seconds,
                                        const Growth& growth);

}  // namespace gridlock::minimizer
