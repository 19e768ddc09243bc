#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "minimizer/ablation/searches.h"
#include "minimizer/ablation/smallest.h"

namespace gridlock::minimizer {
namespace {

using Flips = std::vector<Flip>;

constexpr int kRounds = 2;
constexpr int kHalvings = 3;  // limit; flips are halved if they cause another failure

Question flip_question(const Setting& base, const Flips& flips) {
  Question question{base, ""};
  for (const Flip& flip : flips) question.setting.config[flip.entry] = flip.value;
  question.words = flips.size() == 1 ? "with " + words_of(flips.front())
                                     : fmt::format("with {} settings changed", flips.size());
  return question;
}

// Returns a subset of `flips` with which the failure is gone, or nullopt if none is found.
std::optional<Flips> some_that_help(Investigation& investigation, const Setting& base,
                                    const Flips& flips, int halvings) {
  const Verdict verdict = investigation.ask(flip_question(base, flips)).verdict;
  if (verdict == Verdict::kPasses) return flips;
  if (verdict == Verdict::kSame || flips.size() < 2 || halvings == 0) return std::nullopt;
  const auto middle = flips.begin() + static_cast<std::ptrdiff_t>(flips.size() / 2);
  for (const Flips& half : {Flips(flips.begin(), middle), Flips(middle, flips.end())}) {
    if (auto found = some_that_help(investigation, base, half, halvings - 1)) return found;
  }
  return std::nullopt;
}

Flips without(const Flips& flips, const Without& dropped) {
  Flips left;
  for (int id = 0; id < static_cast<int>(flips.size()); ++id) {
    if (!dropped.contains(id)) left.push_back(flips[static_cast<std::size_t>(id)]);
  }
  return left;
}

Flips smallest_of(Investigation& investigation, const Setting& base, const Flips& flips) {
  const auto question_without = [&](const Without& dropped) {
    return flip_question(base, without(flips, dropped));
  };
  const auto helps = [&](const Without& dropped, const std::vector<Without>& likely) {
    std::vector<Question> next;
    std::ranges::transform(likely, std::back_inserter(next), question_without);
    return investigation.passes(question_without(dropped), next);
  };
  const Without needed = smallest(static_cast<int>(flips.size()), helps);
  Flips found;
  for (const int id : needed) found.push_back(flips[static_cast<std::size_t>(id)]);
  return found;
}

}  // namespace

std::vector<Flip> search_flips(Investigation& investigation, const Setting& base, Rung rung) {
  investigation.section("configuration");
  for (int round = 0; round < kRounds; ++round) {
    const Flips all = flips_for(rung, round);
    const auto some = some_that_help(investigation, base, all, kHalvings);
    if (!some) continue;
    const Flips found = smallest_of(investigation, base, *some);
    std::string words;
    for (const Flip& flip : found) words += (words.empty() ? "" : ", ") + words_of(flip);
    investigation.finding("passes with " + words);
    return found;
  }
  investigation.finding("no setting makes the failure go away");
  return {};
}

}  // namespace gridlock::minimizer
