#include "harness/health/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <variant>

#include "harness/health/breaks.h"
#include "harness/health/schedules.h"
#include "harness/text/names.h"
#include "harness/text/quantity.h"
#include "harness/text/rank_list.h"

namespace gridlock::health {
namespace {

using protocol::CompiledFrame;
using protocol::GraphBreak;

// Errors that are failures of the compiler itself. Dynamo also skips frames that it does not
// support or that raise; a skip is not a failure.
constexpr std::array<std::string_view, 5> kFailures = {"BackendCompilerFailed",
                                                       "InternalTorchDynamoError", "InductorError",
                                                       "LoweringException", "CppCompileError"};
// Part of torch's message that a function was compiled too often and will not be compiled again.
constexpr std::string_view kGivenUp = "recompile limit";
constexpr std::size_t kListed = 3;  // number of graph breaks that a sentence lists
// A recompile storm compiles a function again in each step after the first one. There must be at
// least this many such steps.
constexpr int kFewestSteps = 2;

std::string_view type_of(const std::string& error) {
  return std::string_view(error).substr(0, error.find(':'));
}

bool is_failure(const Frame& frame) {
  return std::ranges::count(kFailures, type_of(frame.compiled.error)) > 0;
}

// The recompilations of one function on one rank.
struct Recompiles {
  const CompiledFrame* last = nullptr;
  int count = 0;
  std::set<int> steps;  // steps with a recompile, except the first step
  bool given_up = false;
};
using FunctionOfRank = std::tuple<std::string, int, int>;  // file, line, rank

std::map<FunctionOfRank, Recompiles> recompiles_in(const std::vector<Frame>& frames) {
  std::map<FunctionOfRank, Recompiles> all;
  for (const Frame& frame : frames) {
    const CompiledFrame& compiled = frame.compiled;
    const bool given_up = compiled.error.find(kGivenUp) != std::string::npos;
    if (compiled.recompiled.empty() && !given_up) continue;
    for (const int rank : frame.ranks) {
      Recompiles& recompiles = all[{compiled.file, compiled.line, rank}];
      recompiles.last = &compiled;
      ++recompiles.count;
      recompiles.given_up |= given_up;
      if (compiled.step > 0) recompiles.steps.insert(compiled.step);
    }
  }
  return all;
}

int last_step(const std::vector<Frame>& frames) {
  int last = 0;
  for (const Frame& frame : frames) last = std::max(last, frame.compiled.step);
  return last;
}

std::optional<CompileFault> storm(const std::vector<Frame>& frames, const FrameLimits& limits) {
  const int last = last_step(frames);
  std::optional<CompileFault> fault;
  int most = 0;
  for (const auto& [function, recompiles] : recompiles_in(frames)) {
    const bool every_step =
        last >= kFewestSteps && std::ssize(recompiles.steps) == static_cast<std::ptrdiff_t>(last);
    const bool too_often = limits.recompiles && recompiles.count > *limits.recompiles;
    if (!every_step && !too_often && !recompiles.given_up) continue;
    const int rank = std::get<2>(function);
    if (fault && recompiles.count <= most) {
      if (recompiles.count == most && std::ranges::count(fault->ranks, rank) == 0)
        fault->ranks.push_back(rank);
      continue;
    }
    most = recompiles.count;
    const CompiledFrame& frame = *recompiles.last;
    fault = {"recompile_storm", {rank}, "", {frame.frame}};
    fault->sentence = fmt::format(
        "{} ({}) was compiled again {}{}: {}", frame.frame, place_of(frame.file, frame.line),
        text::count_of(static_cast<std::size_t>(recompiles.count), "time"),
        every_step            ? ", in each step after the first"
        : recompiles.given_up ? ", and torch gave up"
                              : fmt::format(", but the matrix allows this {}",
                                            text::count_of(*limits.recompiles, "time")),
        frame.recompiled.empty() ? frame.error : "guard " + frame.recompiled);
  }
  return fault;
}

bool counts(const GraphBreak& one, const FrameLimits& limits) {
  return std::ranges::none_of(limits.breaks_at,
                              [&](const std::string& at) { return is_at(one, at); });
}

// Returns the breaks of each rank. Several breaks at one place count once.
std::map<int, std::vector<GraphBreak>> breaks_in(const std::vector<Frame>& frames,
                                                 const FrameLimits& limits) {
  std::map<int, std::vector<GraphBreak>> by_rank;
  for (const Frame& frame : frames) {
    for (const GraphBreak& one : frame.compiled.breaks) {
      if (!counts(one, limits)) continue;
      for (const int rank : frame.ranks) {
        auto& breaks = by_rank[rank];
        const auto same = [&](const GraphBreak& known) { return is_same(known, one); };
        if (std::ranges::none_of(breaks, same)) breaks.push_back(one);
      }
    }
  }
  return by_rank;
}

// Returns text such as "At case.py:17 in forward (data): …; at …; 2 more".
std::string listed(const std::vector<GraphBreak>& breaks) {
  std::string text;
  for (std::size_t i = 0; i < std::min(breaks.size(), kListed); ++i)
    text += fmt::format("{} {}: {}", i == 0 ? "At" : "; at", place_words(breaks[i]),
                        reason_words(breaks[i]));
  if (breaks.size() > kListed) text += fmt::format("; {} more", breaks.size() - kListed);
  return text;
}

std::string allowed(int number) {
  return number == 0 ? "none is" : number == 1 ? "1 is" : fmt::format("{} are", number);
}

std::optional<CompileFault> broken(const std::vector<Frame>& frames, const FrameLimits& limits) {
  if (!limits.breaks) return std::nullopt;
  std::vector<int> ranks;
  std::vector<GraphBreak> most;
  for (const auto& [rank, breaks] : breaks_in(frames, limits)) {
    if (std::ssize(breaks) <= *limits.breaks) continue;
    ranks.push_back(rank);
    if (breaks.size() > most.size()) most = breaks;
  }
  if (ranks.empty()) return std::nullopt;
  return CompileFault{
      "graph_break",
      ranks,
      fmt::format("{} on {}, where {} allowed. {}", text::count_of(most.size(), "graph break"),
                  text::rank_words(ranks), allowed(*limits.breaks), listed(most)),
      {most.front().kind, most.front().reason}};
}

}  // namespace

std::optional<CompileFault> find_inconsistent_compile(const std::vector<Frame>& frames) {
  const auto found = find_inconsistency(by_rank(frames));
  if (!found) return std::nullopt;
  return CompileFault{"inconsistent_compile",
                      found->ranks,
                      text::capitalized(sentence(*found)),
                      {found->function, found->graph, found->left, found->right}};
}

std::optional<CompileFault> find_compile_error(const std::vector<Frame>& frames) {
  const auto first = std::ranges::find_if(frames, is_failure);
  if (first == frames.end()) return std::nullopt;
  std::set<int> ranks;
  for (const Frame& frame : frames) {
    if (is_failure(frame)) ranks.insert(frame.ranks.begin(), frame.ranks.end());
  }
  return CompileFault{
      "compile_error",
      {ranks.begin(), ranks.end()},
      fmt::format("{} was not compiled on {} and runs eagerly: {}", name_of(first->compiled),
                  text::rank_words(first->ranks), first->compiled.error),
      {std::string(type_of(first->compiled.error))}};
}

std::optional<CompileFault> find_compile_fault(const std::vector<Frame>& frames,
                                               const FrameLimits& limits) {
  for (const auto check : {storm, broken})
    if (auto fault = check(frames, limits)) return fault;
  return std::nullopt;
}

}  // namespace gridlock::health
