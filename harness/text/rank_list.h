// Formats and parses lists of ranks. The order of the ranks is kept. Consecutive ranks are written
// as a run such as "0-3".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::text {

// Returns a list for programs to read, such as "0-3,8,6".
std::string rank_list(const std::vector<int>& ranks);
// Parses a result of rank_list(). Throws std::runtime_error for any other text, or for more than a
// million ranks.
std::vector<int> parse_rank_list(std::string_view text);

// Returns a list for people to read, with at most 8 runs, such as "0-3,8" or "0,2,4,6,8,10,12,14,…
// (512)".
std::string short_rank_list(const std::vector<int>& ranks, std::string_view separator = ",");
// Returns text such as "rank 2" or "ranks 0-3, 7". Returns "no rank" for an empty list.
std::string rank_words(const std::vector<int>& ranks);
template <typename Ranks>
std::string rank_words(const Ranks& ranks) {
  return rank_words(std::vector<int>(ranks.begin(), ranks.end()));
}

// Returns text such as "ranks 0, 1 and 3", or "ranks 0-3, 7" for more than four ranks.
std::string rank_enumeration(const std::vector<int>& ranks);

}  // namespace gridlock::text
