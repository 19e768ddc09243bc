#include "harness/health/schedules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "harness/health/pieces.h"
#include "harness/text/path.h"
#include "harness/text/rank_list.h"

namespace gridlock::health {
namespace {

using protocol::Collective;

// A piece, the direction of its graph, and the group of the compared collectives.
struct Key {
  Piece piece;
  std::string graph, group;
  auto operator<=>(const Key&) const = default;
};
using Schedule = std::vector<Collective>;
using Schedules = std::map<Key, std::map<int, Schedule>>;  // key of the inner map: rank

bool is_symbolic(const std::string& tensor) {
  const std::size_t sizes = tensor.find('[');
  return sizes != std::string::npos &&
         std::ranges::any_of(tensor.substr(sizes), [](unsigned char c) { return std::isalpha(c); });
}

// Returns whether the tensors of the operation must have the same size on all ranks. In an exchange
// with uneven splits, the sizes may differ.
bool has_one_size(const std::string& op) {
  const bool uneven = op.find("all_to_all") != op.npos || op.find("alltoall") != op.npos;
  return !uneven && !op.ends_with("coalesced");
}

std::string dtype_of(const std::string& tensor) {
  return tensor.substr(0, tensor.find('['));
}

bool is_same(const Collective& a, const Collective& b) {
  if (a.op != b.op || dtype_of(a.tensor) != dtype_of(b.tensor)) return false;
  if (!has_one_size(a.op)) return true;
  if (a.arguments != b.arguments) return false;
  return a.tensor == b.tensor || is_symbolic(a.tensor) || is_symbolic(b.tensor);
}

bool is_same(const Schedule& a, const Schedule& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return is_same(x, y); });
}

// The compiled graphs, with or without collectives: piece, direction, rank.
using Compiled = std::set<std::tuple<Piece, std::string, int>>;

void add(const RankFrames& rank, Schedules& schedules, Compiled& compiled) {
  for (const auto& [piece, frame] : pieces_of(rank)) {
    for (const protocol::CompiledGraph& graph : frame->graphs) {
      compiled.insert({piece, graph.graph, rank.rank});
      for (const Collective& collective : graph.collectives)
        schedules[{piece, graph.graph, collective.group}][rank.rank].push_back(collective);
    }
  }
}

// Adds an empty schedule for each rank that compiled the piece but no collective of the group.
void add_empty(const Compiled& compiled, Schedules& schedules) {
  for (auto& [key, by_rank] : schedules) {
    for (const int rank : text::parse_rank_list(key.group))
      if (compiled.contains({key.piece, key.graph, rank})) by_rank[rank];
  }
}

bool is_rank_list(const std::string& group) {
  return !group.empty() && std::ranges::all_of(group, [](unsigned char c) {
    return std::isdigit(c) || c == '-' || c == ',';
  });
}

// Returns the first rank with the most common schedule.
int common_rank(const std::map<int, Schedule>& by_rank) {
  int common = -1;
  std::ptrdiff_t most = 0;
  for (const auto& [rank, schedule] : by_rank) {
    const auto agreeing = std::ranges::count_if(
        by_rank, [&](const auto& other) { return is_same(schedule, other.second); });
    if (agreeing <= most) continue;
    most = agreeing;
    common = rank;
  }
  return common;
}

std::string words_of(const Schedule& schedule, std::size_t position) {
  if (position >= schedule.size()) return "nothing";
  const Collective& collective = schedule[position];
  std::string words = collective.op;
  if (!collective.tensor.empty()) words += " " + collective.tensor;
  if (!collective.arguments.empty()) words += " (" + collective.arguments + ")";
  return words;
}

bool has(const std::map<int, Schedule>& by_rank, int rank, const Schedule& schedule) {
  const auto own = by_rank.find(rank);
  return own != by_rank.end() && is_same(own->second, schedule);
}

// Returns whether another piece of the same code has this schedule on `rank` but not on
// `other_rank`.
bool has_elsewhere(int rank, int other_rank, const Schedule& schedule, const Key& key,
                   const Schedules& schedules) {
  return std::ranges::any_of(schedules, [&](const auto& item) {
    const auto& [other, by_rank] = item;
    return other.piece.code == key.piece.code && other.graph == key.graph &&
           other.group == key.group && has(by_rank, rank, schedule) &&
           !has(by_rank, other_rank, schedule);
  });
}

// Returns whether compile order may explain the difference. Ranks may compile one function for
// different inputs, or functions with equal code, in different orders.
bool is_compiled_in_turn(int rank, int common, const Key& key, const Schedules& schedules) {
  const auto& by_rank = schedules.at(key);
  return has_elsewhere(common, rank, by_rank.at(rank), key, schedules) ||
         has_elsewhere(rank, common, by_rank.at(common), key, schedules);
}

std::optional<Inconsistency> compare(const Key& key, const std::map<int, Schedule>& by_rank,
                                     const Schedules& schedules) {
  const int common = common_rank(by_rank);
  const Schedule& usual = by_rank.at(common);
  const auto& [file, name, line] = key.piece.code;
  Inconsistency found{name + " (" + text::last_part(file) + ")", key.graph, key.group};
  for (const auto& [rank, schedule] : by_rank) {
    if (is_same(schedule, usual) || is_compiled_in_turn(rank, common, key, schedules)) continue;
    found.ranks.push_back(rank);
  }
  if (found.ranks.empty()) return std::nullopt;
  const Schedule& other = by_rank.at(found.ranks.front());
  while (found.position < std::min(usual.size(), other.size()) &&
         is_same(usual[found.position], other[found.position]))
    ++found.position;
  found.of_the_others = common;
  found.left = words_of(other, found.position);
  found.right = words_of(usual, found.position);
  return found;
}

}  // namespace

std::optional<Inconsistency> find_inconsistency(const std::vector<RankFrames>& ranks) {
  Schedules schedules;
  Compiled compiled;
  for (const RankFrames& rank : ranks) add(rank, schedules, compiled);
  std::erase_if(schedules, [](const auto& item) { return !is_rank_list(item.first.group); });
  add_empty(compiled, schedules);
  for (const auto& [key, by_rank] : schedules)
    if (auto found = compare(key, by_rank, schedules)) return found;
  return std::nullopt;
}

std::string sentence(const Inconsistency& found) {
  return fmt::format(
      "the {} graph of {} differs between ranks: collective {} over {} is {} on {}, and {} on rank "
      "{}",
      found.graph, found.function, found.position + 1,
      text::rank_words(text::parse_rank_list(found.group)), found.left,
      text::rank_words(found.ranks), found.right, found.of_the_others);
}

std::optional<std::string> InconsistencyNews::of(const std::vector<RankFrames>& ranks) {
  const auto found = find_inconsistency(ranks);
  if (!found) return std::nullopt;
  const std::string now = sentence(*found);
  return std::exchange(told_, now) == now ? std::nullopt : std::optional(now);
}

}  // namespace gridlock::health
