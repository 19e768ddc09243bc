#include "harness/prover/key_owner.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "harness/trace/hash.h"

namespace gridlock::prover {
namespace {

constexpr std::size_t kMostDigits = 6;

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// A number within a text: the index of its first digit, and the count of its digits.
struct Number {
  std::size_t first = 0;
  std::size_t digits = 0;
};

std::vector<Number> numbers_in(const std::string& text) {
  std::vector<Number> numbers;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) continue;
    const std::size_t first = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    numbers.push_back({first, i - first});
  }
  return numbers;
}

bool has_set(const RankFacts& facts, std::uint64_t key) {
  return std::ranges::find(facts.keys_set, key) != facts.keys_set.end();
}

// Replaces the number in the name by the number of each rank except `owner`. Returns whether at
// least one of these keys is set, and each is set only by the rank with its number.
bool others_set_their_own(const std::string& name, const Number& number, int owner,
                          const Snapshot& snapshot) {
  const std::string before = name.substr(0, number.first);
  const std::string after = name.substr(number.first + number.digits);
  bool found = false;
  for (const RankFacts& facts : snapshot.ranks) {
    if (facts.rank == owner) continue;
    const std::uint64_t key = trace::hash_of_key(before + std::to_string(facts.rank) + after);
    for (const RankFacts& setter : snapshot.ranks) {
      if (!has_set(setter, key)) continue;
      if (setter.rank != facts.rank) return false;
      found = true;
    }
  }
  return found;
}

}  // namespace

std::optional<int> owner_of(const StoreKey& key, const Snapshot& snapshot) {
  if (key.name.empty() || trace::hash_of_key(key.name) != key.hash) return std::nullopt;
  for (const Number& number : numbers_in(key.name)) {
    if (number.digits > kMostDigits) continue;
    const int rank = std::stoi(key.name.substr(number.first, number.digits));
    if (rank >= static_cast<int>(snapshot.ranks.size())) continue;
    if (others_set_their_own(key.name, number, rank, snapshot)) return rank;
  }
  return std::nullopt;
}

}  // namespace gridlock::prover
