// Compile time that explodes: a script takes its size from its arguments ("{}" stands for it), and
// is run with two sizes. With `t` seconds at size `s`, the order of growth between two sizes is
// log(t2 / t1) / log(s2 / s1): 1 where compile time is linear, 2 where it is quadratic; where it
// doubles with each unit of size, it is beyond any power (pytorch#145081).
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

// "8,12"; nothing for other texts.
std::optional<Growth> growth_from(const std::string& text);

// Whether one of the arguments has "{}" in it.
bool takes_size(const Launch& launch);
Launch with_size(Launch launch, int size);

// Of the rank that compiled longest, from what the ranks printed (start/graph_count.py); nothing
// where nobody compiled.
std::optional<double> compile_seconds_in(const std::string& output);

// "compiles for 0.8 s at size 8, for 12 s at size 12: compile time grows like size^6.7"
std::string growth_words(double small_seconds, double large_seconds, const Growth& growth);

// Where compile time grows by clearly more than the third power, and to a second at least.
std::optional<Signature> find_explosion(double small_seconds, double large_seconds,
                                        const Growth& growth);

}  // namespace gridlock::minimizer
