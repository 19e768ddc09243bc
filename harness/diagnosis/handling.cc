#include "harness/diagnosis/handling.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/diagnosis/waiting.h"
#include "harness/text/names.h"
#include "harness/text/rank_list.h"
#include "harness/text/utf8.h"

namespace gridlock::diagnosis {
namespace {

constexpr std::size_t kMostSentences = 3;

struct Group {
  std::string words;
  std::string wait;  // " in barrier #18 of default_pg"; "" means unknown
  std::vector<int> ranks;

  bool same(const Group& other) const { return words == other.words && wait == other.wait; }
};

std::vector<Group> groups_of(const Evidence& evidence) {
  std::vector<Group> groups;
  for (const auto& [rank, words] : handling_of(evidence)) {
    const facts::Blocked* blocked = blocked_of(evidence.finding, rank);
    Group mine{words, blocked != nullptr ? " " + in_what(*blocked) : "", {rank}};
    const auto known =
        std::ranges::find_if(groups, [&](const Group& group) { return group.same(mine); });
    if (known != groups.end()) {
      known->ranks.push_back(rank);
    } else {
      groups.push_back(std::move(mine));
    }
  }
  return groups;
}

}  // namespace

std::string handling_words(const RankEvidence& rank) {
  if (!rank.handling || rank.handling->error.empty()) return "";
  std::string error = text::one_line(rank.handling->error);
  if (error.ends_with('.')) error.pop_back();  // the sentence continues after the error
  const std::string place = text::clean(rank.handling->place);
  return place.empty() ? error : error + ", raised at " + place;
}

std::map<int, std::string> handling_of(const Evidence& evidence) {
  std::map<int, std::string> words;
  for (const RankEvidence& rank : evidence.ranks) {
    if (std::string text = handling_words(rank); !text.empty()) words[rank.rank] = std::move(text);
  }
  return words;
}

std::string handling_sentences(const Evidence& evidence) {
  const auto groups = groups_of(evidence);
  std::string text;
  for (std::size_t i = 0; i < std::min(groups.size(), kMostSentences); ++i) {
    const Group& group = groups[i];
    const bool one = group.ranks.size() == 1;
    text += fmt::format(". {} {} handling {}, while {}{}",
                        text::capitalized(text::rank_words(group.ranks)), one ? "is" : "are",
                        group.words, one ? "it waits" : "they wait", group.wait);
  }
  return text;
}

}  // namespace gridlock::diagnosis
