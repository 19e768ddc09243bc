#include "harness/diagnosis/brief_standing.h"

#include <algorithm>
#include <utility>

#include "harness/diagnosis/doing.h"
#include "harness/diagnosis/frame.h"
#include "harness/diagnosis/handling.h"
#include "harness/diagnosis/waiting.h"
#include "harness/diagnosis/words.h"
#include "harness/text/rank_list.h"

namespace gridlock::diagnosis {
namespace {

std::string place_of_main(const RankEvidence& rank) {
  const ThreadStack* main = main_thread(rank.threads);
  const auto frame = main != nullptr ? named_frame(main->frames) : std::nullopt;
  return frame ? " at " + place(*frame) : "";
}

// Returns where the rank is. Prefers its open call to its function, because the call is more
// specific.
std::string where(const Evidence& evidence, const RankEvidence& rank) {
  const bool known = rank.end.empty() && !rank.open.empty();
  const auto group = known ? static_cast<std::size_t>(rank.open.front().group) : 0;
  if (const std::string waits = wait_words(rank); !known && !waits.empty()) {
    return waits + place_of_main(rank);
  }
  if (!known || group >= rank.groups.size()) return doing(evidence, rank.rank);
  const std::string handling = handling_words(rank);
  return "in " + call_words(rank.open.front(), rank.groups[group]) + place_of_main(rank) +
         (handling.empty() ? "" : ", handling " + handling) + lock_words(rank);
}

}  // namespace

std::vector<std::string> brief_standing(const Evidence& evidence) {
  std::vector<std::pair<std::string, std::vector<int>>> places;
  for (const RankEvidence& rank : evidence.ranks) {
    std::string words = where(evidence, rank);
    auto place = std::ranges::find(places, words, &decltype(places)::value_type::first);
    if (place == places.end()) place = places.insert(places.end(), {std::move(words), {}});
    place->second.push_back(rank.rank);
  }
  std::ranges::stable_sort(places, std::ranges::greater{},
                           [](const auto& place) { return place.second.size(); });
  std::vector<std::string> lines;
  for (const auto& [words, ranks] : places) {
    lines.push_back(text::rank_enumeration(ranks) + ": " + words);
  }
  return lines;
}

}  // namespace gridlock::diagnosis
