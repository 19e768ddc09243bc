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

// Returns text about the first two groups of one name that have a rank in common, or none.
std::string of_two_groups(const Evidence& evidence, bool common, const char* words) {
  for (const auto& [name, makers] : makers_of_all(evidence)) {
    for (auto one = makers.begin(); one != makers.end(); ++one) {
      for (auto other = std::next(one); other != makers.end(); ++other) {
        if (share_a_rank(one->first, other->first) != common) continue;
        return fmt::format(fmt::runtime(words), text::rank_words(one->second), name.first,
                           text::rank_words(one->first), text::rank_words(other->second),
                           text::rank_words(other->first));
      }
    }
  }
  return "";
}

}  // namespace

std::string different_members(const Evidence& evidence) {
  return of_two_groups(evidence, /*common=*/true,
                       "{} created group {} with {}, but {} created it with {}");
}

std::string groups_of_one_name(const Evidence& evidence) {
  return of_two_groups(
      evidence, /*common=*/false,
      "{0} created group {1} with {2}, and {3} created another group {1} with {4}");
}

}  // namespace gridlock::diagnosis
