#include "harness/facts/rank_list.h"

#include <charconv>
#include <cstdint>
#include <stdexcept>

namespace gridlock::facts {
namespace {

constexpr std::size_t kMostRanks = 1'000'000;

[[noreturn]] void fail(std::string_view text) {
  throw std::runtime_error("'" + std::string(text.substr(0, 40)) + "' is no list of ranks");
}

int number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) fail(text);
  return value;
}

void add_run(std::string_view text, std::vector<int>& ranks) {
  const auto dash = text.find('-');
  const int first = number(text.substr(0, dash));
  const int last = dash == std::string_view::npos ? first : number(text.substr(dash + 1));
  if (last < first || static_cast<std::size_t>(last - first) + ranks.size() >= kMostRanks) {
    fail(text);
  }
  // Not up to `last`: there may be no number behind it.
  const int count = last - first + 1;
  for (int i = 0; i < count; ++i) ranks.push_back(first + i);
}

bool follows(int before, int rank) {
  return std::int64_t{rank} - before == 1;
}

}  // namespace

std::string rank_list(const std::vector<int>& ranks) {
  std::string text;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t end = i + 1;
    while (end < ranks.size() && follows(ranks[end - 1], ranks[end])) ++end;
    if (!text.empty()) text += ',';
    text += std::to_string(ranks[i]);
    if (end - i > 1) text += '-' + std::to_string(ranks[end - 1]);
    i = end;
  }
  return text;
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

}  // namespace gridlock::facts
