// Derives which rank should have set a store key. Shares no code with the prover.
#include <algorithm>
#include <map>
#include <regex>

#include "harness/checker/waits.h"
#include "harness/trace/hash.h"

namespace gridlock::checker {
namespace {

// Returns, for each rank but `rank`, the ranks that set the key with that rank's number.
std::map<int, std::set<int>> setters_of_others(const Claim& claim, int rank,
                                               const std::string& before,
                                               const std::string& after) {
  std::map<int, std::set<int>> setters;
  for (const RankFacts& named : claim.second.ranks) {
    const auto key = trace::hash_of_key(before + std::to_string(named.rank) + after);
    for (const RankFacts& facts : claim.second.ranks) {
      if (named.rank != rank && std::ranges::count(facts.keys_set, key) > 0) {
        setters[named.rank].insert(facts.rank);
      }
    }
  }
  return setters;
}

}  // namespace

std::optional<int> due_setter(const Claim& claim, const StoreKey& key) {
  static const std::regex kNumber("[0-9]+");
  if (trace::hash_of_key(key.name) != key.hash) return std::nullopt;
  for (std::sregex_iterator at(key.name.begin(), key.name.end(), kNumber), end; at != end; ++at) {
    if (at->length() > 6) continue;
    const int rank = std::stoi(at->str());
    if (static_cast<std::size_t>(rank) >= claim.second.ranks.size()) continue;
    const auto first = static_cast<std::size_t>(at->position());
    const auto setters = setters_of_others(claim, rank, key.name.substr(0, first), at->suffix());
    const bool each_its_own = std::ranges::all_of(
        setters, [](const auto& entry) { return entry.second == std::set{entry.first}; });
    if (!setters.empty() && each_its_own) return rank;
  }
  return std::nullopt;
}

}  // namespace gridlock::checker
