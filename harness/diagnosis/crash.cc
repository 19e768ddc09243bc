#include "harness/diagnosis/crash.h"

#include <algorithm>
#include <array>
#include <compare>
#include <utility>

#include "harness/diagnosis/crash_words.h"
#include "harness/text/rank_list.h"

namespace gridlock::diagnosis {
namespace {

// The failure of a rank. Failures are ordered: the ranks with the smallest one are at fault.
struct Failure {
  bool fallout;
  int order;
  Cause cause;

  auto operator<=>(const Failure&) const = default;
};

std::optional<Cause> cause_of(const EndedRank& rank) {
  if (rank.raised) return Cause::kRaised;
  if (rank.stopped) return std::nullopt;
  if (rank.signal != 0) return Cause::kKilled;
  if (!rank.exit_code || (*rank.exit_code == 0 && rank.finished)) return std::nullopt;
  return Cause::kExited;
}

std::optional<Failure> failure_of(const EndedRank& rank) {
  const auto cause = cause_of(rank);
  if (!cause) return std::nullopt;
  return Failure{is_fallout(rank.exception.error), rank.order, *cause};
}

bool ended_well(const EndedRank& rank) {
  constexpr std::array kClean = {"SystemExit", "SystemExit: 0", "SystemExit: None"};
  const std::string& error = rank.exception.error;
  const bool well = error.empty() ? rank.exit_code == 0 : std::ranges::count(kClean, error) > 0;
  return well && !rank.stopped && rank.signal == 0;
}

struct AtFault {
  Failure failure;
  const EndedRank* first;
  std::vector<int> ranks;  // none for a command
};

std::optional<AtFault> find_at_fault(std::span<const EndedRank> ranks) {
  std::optional<AtFault> found;
  for (const EndedRank& rank : ranks) {
    const auto failure = failure_of(rank);
    if (!failure || (found && found->failure < *failure)) continue;
    if (!found || found->failure != *failure) found = {*failure, &rank, {}};
    if (rank.rank >= 0) found->ranks.push_back(rank.rank);
  }
  return found;
}

// Returns whether the early exit caused the failures of the ranks at fault.
bool explains(const EarlyExit& early_exit, const AtFault& at_fault) {
  if (at_fault.failure.fallout) return true;
  return at_fault.failure.cause != Cause::kKilled &&
         std::ranges::all_of(at_fault.ranks, [&](int rank) {
           return std::ranges::count(early_exit.ranks, rank) > 0;
         });
}

int shell_code(const EndedRank& rank) {
  return rank.signal != 0 ? 128 + rank.signal : rank.exit_code.value_or(1);
}

facts::Crash crash_of(const EarlyExit& early_exit) {
  return {class_of(Cause::kExited, /*of_training=*/true), early_exit.ranks, early_exit.sentence,
          early_exit.signature};
}

facts::Crash crash_of(const AtFault& at_fault) {
  const EndedRank& first = *at_fault.first;
  const Cause cause = at_fault.failure.cause;
  CrashWords words = words_of(cause, at_fault.ranks, first);
  facts::Crash crash{class_of(cause, is_training(first)), at_fault.ranks, std::move(words.sentence),
                     std::move(words.signature)};
  if (cause == Cause::kRaised) crash.error = first.exception.error;
  return crash;
}

}  // namespace

std::optional<FoundCrash> find_crash(std::span<const EndedRank> ranks,
                                     const std::optional<EarlyExit>& early_exit) {
  const auto at_fault = find_at_fault(ranks);
  if (!at_fault) return std::nullopt;
  const bool explained = early_exit && explains(*early_exit, *at_fault);
  FoundCrash found{explained ? crash_of(*early_exit) : crash_of(*at_fault),
                   at_fault->failure.fallout && !explained};
  found.crash.process = at_fault->first->process;
  found.crash.exit_code = shell_code(*at_fault->first);
  const std::vector<int> finished = finished_ranks(ranks);
  if (found.only_fallout && !finished.empty())
    found.crash.sentence += "; " + text::rank_enumeration(finished) + " had finished";
  return found;
}

std::vector<int> finished_ranks(std::span<const EndedRank> ranks) {
  std::vector<int> finished;
  for (const EndedRank& rank : ranks) {
    if (rank.rank >= 0 && ended_well(rank)) finished.push_back(rank.rank);
  }
  return finished;
}

}  // namespace gridlock::diagnosis
