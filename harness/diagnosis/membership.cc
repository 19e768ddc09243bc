#include "harness/diagnosis/membership.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "harness/text/rank_list.h"

namespace gridlock::diagnosis {
namespace {

// The name of a group, and the number of earlier groups with this name and these members.
using Name = std::pair<std::string, int>;
// Key: a list of members. Value: the ranks that passed this list.
using Makers = std::map<std::vector<int>, std::vector<int>>;

std::map<Name, Makers> makers_of_all(const Evidence& evidence) {
  std::map<Name, Makers> result;
  for (const RankEvidence& rank : evidence.ranks) {
    for (const facts::Group& group : rank.groups) {
      result[{group.name, group.creation}][group.members].push_back(rank.rank);
    }
  }
  return result;
}

bool share_a_rank(const std::vector<int>& a, const std::vector<int>& b) {
  return std::ranges::find_first_of(a, b) != a.end();
}

}  // namespace

std::string different_members(const Evidence& evidence) {
  for (const auto& [name, makers] : makers_of_all(evidence)) {
    for (auto one = makers.begin(); one != makers.end(); ++one) {
      for (auto other = std::next(one); other != makers.end(); ++other) {
        if (!share_a_rank(one->first, other->first)) continue;
        return fmt::format("{} created group {} with {}, but {} created it with {}",
                           text::rank_words(one->second), name.first, text::rank_words(one->first),
                           text::rank_words(other->second), text::rank_words(other->first));
      }
    }
  }
  return "";
}

}  // namespace gridlock::diagnosis
