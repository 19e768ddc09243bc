#include "harness/report/compile_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <utility>

#include "harness/health/breaks.h"
#include "harness/health/differences.h"
#include "harness/health/limits.h"
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
constexpr double kSkew = 2;         // times as long as another rank
constexpr double kSkewSeconds = 1;  // and as much longer

std::string total(const std::vector<RankFrames>& ranks, const std::vector<Frame>& frames) {
  double most = 0;
  for (const auto& [rank, seconds] : health::compile_seconds(frames))
    most = std::max(most, seconds);
  std::vector<int> numbers;
  for (const RankFrames& rank : ranks) numbers.push_back(rank.rank);
  std::set<std::string> ids, with_graph;
  for (const Frame& frame : frames) {
    ids.insert(frame.compiled.id);
    if (!frame.compiled.graphs.empty()) with_graph.insert(frame.compiled.id);
  }
  std::string text =
      fmt::format("{} compiled {}, {} with a graph, in {}", text::rank_words(numbers),
                  text::count_of(ids.size(), "frame"), with_graph.size(), text::duration(most));
  const auto skew = health::skew_of(frames, numbers);
  if (skew && skew->most > kSkew * skew->least && skew->seconds() > kSkewSeconds)
    text += fmt::format(" (rank {}; rank {} in {})", skew->slowest, skew->fastest,
                        text::duration(skew->least));
  return text;
}

// What happened at several places, on which ranks.
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

std::string without_numbers(const std::string& text) {
  static const std::regex number("[0-9]+");
  return std::regex_replace(text, number, "#");
}

// A recompile that finds other sizes on each rank is one: it has the guard of the first.
Places recompiles_in(const std::vector<Frame>& frames) {
  struct Recompile {
    std::string guard;
    bool other_sizes = false;
    std::set<int> ranks = {};
  };
  std::map<std::pair<std::string, std::string>, Recompile> alike;
  for (const Frame& frame : frames) {
    const std::string& guard = frame.compiled.recompiled;
    if (guard.empty()) continue;
    Recompile& one =
        alike.try_emplace({health::name_of(frame.compiled), without_numbers(guard)}, guard)
            .first->second;
    one.other_sizes |= guard != one.guard;
    one.ranks.insert(frame.ranks.begin(), frame.ranks.end());
  }
  Places places;
  for (const auto& [name, one] : alike)
    places[fmt::format("{}: guard {}{}", name.first, one.guard,
                       one.other_sizes ? " (ranks have other sizes)" : "")] = one.ranks;
  return places;
}

// By their words, as places are.
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
  add_kind("frame that was not compiled", lines_of(errors_in(frames)), lines);
  add_kind("graph break", lines_of(breaks_in(frames)), lines);
  add_kind("recompile", lines_of(recompiles_in(frames)), lines);
  add_kind("rank difference", differences_in(frames), lines);
  return lines;
}

}  // namespace gridlock::report
