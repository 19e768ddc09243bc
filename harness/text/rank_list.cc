#include "harness/text/rank_list.h"

#include <cstdint>
#include <limits>
#include <stdexcept>

#include "harness/text/names.h"
#include "harness/text/quantity.h"

namespace gridlock::text {
namespace {

constexpr std::size_t kMostRanks = 1'000'000;
constexpr std::size_t kMostRuns = 8;
constexpr std::size_t kMostEnumerated = 4;
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

[[noreturn]] void fail(std::string_view text) {
  throw std::runtime_error("'" + std::string(text.substr(0, 40)) + "' is not a list of ranks");
}

int number(std::string_view text) {
  const auto value = whole_number(text);
  if (!value) fail(text);
  return *value;
}

void add_run(std::string_view text, std::vector<int>& ranks) {
  const auto dash = text.find('-');
  const int first = number(text.substr(0, dash));
  const int last = dash == std::string_view::npos ? first : number(text.substr(dash + 1));
  if (last < first || static_cast<std::size_t>(last - first) + ranks.size() >= kMostRanks) {
    fail(text);
  }
  // Counts the ranks. A loop up to `last` could overflow, because `last` may be the largest int.
  const int count = last - first + 1;
  for (int i = 0; i < count; ++i) ranks.push_back(first + i);
}

std::string runs(const std::vector<int>& ranks, std::string_view separator, std::size_t most) {
  std::string text;
  std::size_t count = 0;
  for (std::size_t i = 0; i < ranks.size(); ++count) {
    std::size_t end = i + 1;
    while (end < ranks.size() && std::int64_t{ranks[end]} - ranks[end - 1] == 1) ++end;
    if (i > 0) text += separator;
    if (count == most) return text + "… (" + std::to_string(ranks.size()) + ")";
    text += std::to_string(ranks[i]);
    if (end - i > 1) text += '-' + std::to_string(ranks[end - 1]);
    i = end;
  }
  return text;
}

}  // namespace

std::string rank_list(const std::vector<int>& ranks) {
  return runs(ranks, ",", kAll);
}

std::vector<int> parse_rank_list(std::string_view text) {
  std::vector<int> ranks;
  while (!text.empty()) {
    const auto comma = text.find(',');
    add_run(text.substr(0, comma), ranks);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
    if (text.empty()) fail(text);
  }
  return ranks;
}

std::string short_rank_list(const std::vector<int>& ranks, std::string_view separator) {
  return runs(ranks, separator, kMostRuns);
}

std::string rank_words(const std::vector<int>& ranks) {
  if (ranks.empty()) return "no rank";
  return (ranks.size() == 1 ? "rank " : "ranks ") + short_rank_list(ranks, ", ");
}

std::string rank_enumeration(const std::vector<int>& ranks) {
  if (ranks.size() < 2 || ranks.size() > kMostEnumerated) return rank_words(ranks);
  std::vector<std::string> names;
  for (const int rank : ranks) names.push_back(std::to_string(rank));
  return "ranks " + enumeration(names);
}

}  // namespace gridlock::text
