#include "harness/report/compile_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/health/breaks.h"
#include "harness/health/differences.h"
#include "harness/health/limits.h"
#include "harness/health/pieces.h"
#include "harness/text/quantity.h"
#include "harness/text/rank_list.h"

namespace gridlock::report {
namespace {

using health::Frame;
using health::RankFrames;
using protocol::CompiledFrame;
using protocol::GraphBreak;
using Lines = std::vector<std::string>;

constexpr std::size_t kShownOfAKind = 5;
constexpr double kSkew = 2;         // least reported ratio of the slowest to the fastest rank
constexpr double kSkewSeconds = 1;  // least reported difference between them, in seconds

bool has_graph(const CompiledFrame& frame) {
  return !frame.graphs.empty() && frame.error.empty();
}

// Counts frames. Ranks may have compiled a piece of code different numbers of times, or not at all.
// The largest number counts.
std::size_t frames_in(const std::vector<RankFrames>& ranks, const auto& counts) {
  std::map<health::Code, std::size_t> most;
  for (const RankFrames& rank : ranks) {
    std::map<health::Code, std::size_t> of_rank;
    for (const CompiledFrame& frame : rank.frames)
      if (!frame.backward && counts(frame)) ++of_rank[health::code_of(frame)];
    for (const auto& [code, count] : of_rank) most[code] = std::max(most[code], count);
  }
  std::size_t all = 0;
  for (const auto& [code, count] : most) all += count;
  return all;
}

std::string total(const std::vector<RankFrames>& ranks, const std::vector<Frame>& frames) {
  double most = 0;
  for (const auto& [rank, seconds] : health::compile_seconds(frames))
    most = std::max(most, seconds);
  std::vector<int> numbers;
  for (const RankFrames& rank : ranks) numbers.push_back(rank.rank);
  std::string text =
      fmt::format("{} compiled {}, {} with a graph, in {}", text::rank_words(numbers),
                  text::count_of(frames_in(ranks, [](const auto&) { return true; }), "frame"),
                  frames_in(ranks, has_graph), text::duration(most));
  const auto skew = health::skew_of(frames, numbers);
  if (skew && skew->most > kSkew * skew->least && skew->seconds() > kSkewSeconds)
    text += fmt::format(" on rank {} (rank {}: {})", skew->slowest, skew->fastest,
                        text::duration(skew->least));
  return text;
}

// The ranks on which each event happened, by event and source location.
using Places = std::map<std::string, std::set<int>>;

Lines lines_of(const Places& places) {
  Lines lines;
  for (const auto& [words, ranks] : places)
    lines.push_back(fmt::format("{}, {}", words,
                                text::rank_words(std::vector<int>(ranks.begin(), ranks.end()))));
  return lines;
}

Places breaks_in(const std::vector<Frame>& frames) {
  Places places;
  for (const Frame& frame : frames) {
    for (const GraphBreak& one : frame.compiled.breaks)
      places[fmt::format("{}: {}", health::place_words(one), one.reason)].insert(
          frame.ranks.begin(), frame.ranks.end());
  }
  return places;
}

Places errors_in(const std::vector<Frame>& frames) {
  Places places;
  for (const Frame& frame : frames) {
    if (!frame.compiled.error.empty())
      places[fmt::format("{}: {}", health::name_of(frame.compiled), frame.compiled.error)].insert(
          frame.ranks.begin(), frame.ranks.end());
  }
  return places;
}

const char* differs_in(const std::string& guard) {
  const bool of_size = guard.find("size") != std::string::npos;
  return of_size ? " (the size differs between ranks)" : " (the value differs between ranks)";
}

// Returns the recompiles. Recompiles of one piece of code count as one if their guards differ only
// in numbers. The first guard is shown.
Places recompiles_in(const std::vector<Frame>& frames) {
  struct Recompile {
    std::string guard;
    bool differs = false;
    std::set<int> ranks = {};
  };
  std::map<std::pair<std::string, std::string>, Recompile> alike;
  for (const Frame& frame : frames) {
    const std::string& guard = frame.compiled.recompiled;
    if (guard.empty()) continue;
    Recompile& one =
        alike.try_emplace({health::name_of(frame.compiled), health::without_numbers(guard)}, guard)
            .first->second;
    one.differs |= guard != one.guard;
    one.ranks.insert(frame.ranks.begin(), frame.ranks.end());
  }
  Places places;
  for (const auto& [name, one] : alike)
    places[fmt::format("{}: guard {}{}", name.first, one.guard,
                       one.differs ? differs_in(one.guard) : "")] = one.ranks;
  return places;
}

// Returns the differences between ranks, sorted by text like the events.
Lines differences_in(const std::vector<Frame>& frames) {
  Lines lines = health::differences(frames);
  std::ranges::sort(lines);
  return lines;
}

void add_kind(const char* noun, const Lines& found, Lines& lines) {
  if (found.empty()) return;
  lines.push_back(text::count_of(found.size(), noun) + ":");
  for (std::size_t i = 0; i < std::min(found.size(), kShownOfAKind); ++i)
    lines.push_back("  " + found[i]);
  if (found.size() > kShownOfAKind)
    lines.push_back(fmt::format("  … {} more", found.size() - kShownOfAKind));
}

}  // namespace

std::vector<std::string> compile_summary(const std::vector<RankFrames>& ranks) {
  const bool nothing = std::ranges::all_of(ranks, [](const auto& r) { return r.frames.empty(); });
  if (nothing) return {"nothing was compiled"};
  const std::vector<Frame> frames = health::join(ranks);
  Lines lines{total(ranks, frames)};
  if (const auto fault = health::find_inconsistent_compile(frames))
    lines.push_back(fault->sentence);
  add_kind("uncompiled frame", lines_of(errors_in(frames)), lines);
  add_kind("graph break", lines_of(breaks_in(frames)), lines);
  add_kind("recompile", lines_of(recompiles_in(frames)), lines);
  add_kind("rank difference", differences_in(frames), lines);
  return lines;
}

}  // namespace gridlock::report
