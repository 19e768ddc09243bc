#include "harness/diagnosis/doing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/diagnosis/activity.h"
#include "harness/diagnosis/call_site.h"
#include "harness/diagnosis/compile_phase.h"
#include "harness/diagnosis/frame.h"
#include "harness/diagnosis/waiting.h"
#include "harness/text/quantity.h"
#include "harness/text/rank_list.h"
#include "harness/text/utf8.h"

namespace gridlock::diagnosis {
namespace {

constexpr std::size_t kMostWays = 3;

// Returns text about the frame. Module-level code has no function, so the text names none for it.
std::string in_frame(const Frame& frame) {
  if (frame.function == "<module>") return "in " + place(frame);
  return fmt::format("in {} at {}", short_function(frame), place(frame));
}

std::string for_seconds(const RankEvidence& rank) {
  return rank.phase_seconds < 0 ? "" : " for " + text::rough_duration(rank.phase_seconds);
}

// Returns "has been" if the duration is known, because it then follows ("for 12 s"). Returns "is"
// otherwise.
std::string is(const RankEvidence& rank) {
  return rank.phase_seconds < 0 ? "is" : "has been";
}

std::string compiles(const RankEvidence& rank, const CompilePlace& where) {
  std::string text = "compiles";
  if (!rank.compiling.empty()) text += " " + text::clean(rank.compiling);
  text += fmt::format(" ({}", where.phase);
  if (!where.frame.function.empty()) text += ", " + in_frame(where.frame);
  if (where.caller) text += fmt::format("; called at {}", place(*where.caller));
  return text + ")" + for_seconds(rank);
}

std::string waits(const Evidence& evidence, const facts::Blocked& blocked) {
  std::string text = "waits " + in_what(blocked);
  const RankEvidence* rank = find(evidence, blocked.rank);
  const ThreadStack* stack = rank != nullptr ? stack_of(*rank, blocked.thread) : nullptr;
  if (blocked.call.compiling) {
    text += ", which the compiler issued";
    const auto where = stack != nullptr ? compile_place(*stack) : std::nullopt;
    if (where && !where->frame.function.empty()) text += " " + in_frame(where->frame) + ",";
  }
  return text + at_place(evidence, blocked);
}

// Returns the verb for what the rank does. Frames are usually more specific than the kernel's
// state. But if they show at most that the rank computes, and the kernel shows it asleep, then the
// kernel's state counts: py-spy reports a thread as active even if it could not determine the
// thread's state.
std::string verb_of(const RankEvidence& rank, const ThreadStack& stack) {
  const std::string seen = activity(stack);
  const bool asleep = !rank.in_kernel.empty() && rank.in_kernel != kComputes;
  return asleep && (seen.empty() || seen == kComputes) ? text::clean(rank.in_kernel) : seen;
}

std::string runs(const RankEvidence& rank) {
  const ThreadStack* stack = main_thread(rank.threads);
  if (stack != nullptr) {
    if (const auto where = compile_place(*stack)) return compiles(rank, *where);
    const std::string verb = verb_of(rank, *stack);
    const auto frame = named_frame(stack->frames);
    if (frame) return (verb.empty() ? is(rank) : verb) + " " + in_frame(*frame) + for_seconds(rank);
    if (!verb.empty()) return verb + for_seconds(rank);
  }
  const std::string phase = text::clean(rank.phase);
  if (phase == "done") return "ends" + for_seconds(rank);
  if (phase == "compile") return "compiles" + for_seconds(rank);
  if (!phase.empty()) return is(rank) + " in " + phase + for_seconds(rank);
  return rank.in_kernel.empty() ? "runs code outside of collective calls"
                                : text::clean(rank.in_kernel) + for_seconds(rank);
}

}  // namespace

std::string at_place(const Evidence& evidence, const facts::Blocked& blocked) {
  const RankEvidence* rank = find(evidence, blocked.rank);
  // After a desync, the rank may have left the call, so its stack does not show the line of the
  // call.
  const bool over = evidence.finding.kind == facts::Kind::kDesync;
  if (over) {
    const std::string made = rank != nullptr ? site_of(*rank, blocked.call).place : "";
    return made.empty() ? "" : " at " + made;
  }
  const ThreadStack* stack = rank != nullptr ? stack_of(*rank, blocked.thread) : nullptr;
  const auto frame = stack != nullptr ? named_frame(stack->frames) : std::nullopt;
  return frame ? " at " + place(*frame) : "";
}

std::string doing(const Evidence& evidence, int rank) {
  const RankEvidence* known = find(evidence, rank);
  if (known != nullptr && !known->end.empty()) return "is gone: it " + text::clean(known->end);
  const facts::Blocked* blocked = blocked_of(evidence.finding, rank);
  if (blocked != nullptr) return waits(evidence, *blocked);
  if (evidence.finding.cls == facts::Class::kStopped) return "is stopped by a signal";
  return known != nullptr ? runs(*known) : "runs code outside of collective calls";
}

namespace {

// Each activity, and the ranks with this activity.
using Ways = std::vector<std::pair<std::string, std::vector<int>>>;

Ways ways_of(const Evidence& evidence, const std::vector<int>& ranks) {
  Ways ways;
  for (const int rank : ranks) {
    const std::string words = doing(evidence, rank);
    auto way = std::ranges::find(ways, words, &Ways::value_type::first);
    if (way == ways.end()) way = ways.insert(ways.end(), {words, {}});
    way->second.push_back(rank);
  }
  return ways;
}

std::string named(const Ways& ways) {
  if (ways.empty()) return "the rank's activity is unknown";
  std::string text;
  for (std::size_t i = 0; i < std::min(ways.size(), kMostWays); ++i) {
    const auto& [words, ranks] = ways[i];
    text += (i > 0 ? "; " : "") + std::string(ranks.size() > 1 ? "each of " : "") +
            text::rank_words(ranks) + " " + words;
  }
  return ways.size() > kMostWays ? text + "; and so on" : text;
}

}  // namespace

std::string doing(const Evidence& evidence, const std::vector<int>& ranks) {
  const Ways ways = ways_of(evidence, ranks);
  if (ways.size() == 1) return (ranks.size() == 1 ? "it " : "each ") + ways[0].first;
  return named(ways);
}

std::string rank_doing(const Evidence& evidence, const std::vector<int>& ranks) {
  return named(ways_of(evidence, ranks));
}

}  // namespace gridlock::diagnosis
