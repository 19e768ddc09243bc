// Decides whether a compile is merely slow or its time explodes. Healthy compile time grows
// linearly with the size: the number of layers, or of links in an unrolled ring. A line is fitted
// to the siblings of a cell: the same cell at smaller sizes. A compile that takes far longer than
// this line predicts will not finish in acceptable time.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gridlock::diagnosis {

struct CompileTime {
  double size = 0;  // value of the axis, such as cp or layers
  double seconds = 0;
};

// A compile is past the healthy bound if it takes more than `growth` times the predicted time and
// over kFloor seconds longer than predicted. kGrowth is the default of `growth`. It is large
// because two compiles of one graph on a busy shared machine differ up to twofold. kFloor covers
// costs that only one of two processes may pay. For example, probing for vector instructions takes
// 10 to 12 s with cold caches.
inline constexpr double kGrowth = 3;
inline constexpr double kFloor = 15;

// Limits for measurements at two sizes. Compile time explodes if it grows faster than
// size^kHighestOrder and the compile at the larger size takes at least kNoticedSeconds. No user
// notices a shorter compile.
inline constexpr int kHighestOrder = 3;  // expensive growth, but no explosion
inline constexpr int kNoticedSeconds = 1;

struct Blowup {
  std::string axis;                   // "cp", "layers"
  std::vector<CompileTime> siblings;  // the siblings of smaller size, sorted by size
  CompileTime measured;
  bool finished = false;  // false means `measured.seconds` is the time taken so far

  double healthy = 0;           // seconds that linear growth predicts
  // Factor by which each further unit of size multiplies the time.
  double growth = 1;
  bool exponential = false;     // exponential growth fits the times better than a line
  double expected_seconds = 0;  // the time at this size if the siblings' growth continues
  double blown_up_at = 0;       // size of a smaller sibling that blew up; 0 means none did
  bool past_bound = false;      // the compile counts as compile_blowup
};

// Judges the compile time `measured`. Siblings that are not smaller, or whose time is not positive,
// are ignored. Of siblings with the same size, the fastest counts. Returns nullopt if no sibling is
// left, or if `measured` is not positive and finite.
std::optional<Blowup> judge_compile_time(const std::string& axis, std::vector<CompileTime> siblings,
                                         CompileTime measured, bool finished,
                                         double growth = kGrowth);

// Returns text such as "2.1 s at cp 10, 3.3 s at cp 12, 9.0 s at cp 14, 63 s so far at cp 16: about
// doubles with each link; expected about 6 s; at this rate it takes about 6 days at cp 32".
std::string describe(const Blowup& blowup);

}  // namespace gridlock::diagnosis
