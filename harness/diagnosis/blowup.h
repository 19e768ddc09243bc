// Is a rank that compiles merely slow, or does its compiler explode? Healthy compile time grows
// linearly with the number of layers, or of links in an unrolled ring. Smaller siblings of a cell
// say what that line is; a compile far above it will not end by waiting.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gridlock::diagnosis {

struct CompileTime {
  double size = 0;  // cp, layers
  double seconds = 0;
};

// A compile is past what is healthy when it took more than `growth` times the prediction *and*
// kFloor seconds more. kGrowth, where a matrix states none: two compiles of the same graph on a
// busy shared machine differ up to twofold. Floor: what one process may pay and its sibling not,
// whatever the size, is the probing for vector instructions, 10 to 12 s with cold caches.
inline constexpr double kGrowth = 3;
inline constexpr double kFloor = 15;

// Measured at two sizes, compile time explodes where it grows by more than this power of the size,
// and takes so long at the larger one: for less nobody waits, and it is noise.
inline constexpr int kHighestOrder = 3;  // growth that is expensive, but no explosion
inline constexpr int kNoticedSeconds = 1;

struct Blowup {
  std::string axis;                   // "cp", "layers"
  std::vector<CompileTime> siblings;  // smaller ones, by size
  CompileTime measured;
  bool finished = false;  // else `measured.seconds` is what it has taken so far

  double healthy = 0;           // seconds that linear growth predicts
  double growth = 1;            // by what each further unit of size multiplies the time
  bool exponential = false;     // that describes the measured times better than a line does
  double expected_seconds = 0;  // at this size, if the growth of the siblings goes on
  double blown_up_at = 0;       // the size of a smaller sibling that blew up itself; 0 = none did
  bool past_bound = false;      // compile_blowup: what a larger one does that is no faster
};

// Siblings that are no smaller, or have no positive time, are left aside; of equal sizes the
// fastest counts. Nothing when none remains, or when `measured` makes no sense.
std::optional<Blowup> judge_compile_time(const std::string& axis, std::vector<CompileTime> siblings,
                                         CompileTime measured, bool finished,
                                         double growth = kGrowth);

// "2.1 s at cp 10, 3.3 s at cp 12, 9.0 s at cp 14, 63 s so far at cp 16: about doubles with each
// link; expected about 6 s; at this rate it takes about 6 days at cp 32".
std::string describe(const Blowup& blowup);

}  // namespace gridlock::diagnosis
