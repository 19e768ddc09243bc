#include "harness/health/schedules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "harness/text/rank_list.h"

namespace gridlock::health {
namespace {

using protocol::Collective;
using protocol::CompiledFrame;

constexpr const char* kResumed = "torch_dynamo_resume_in_";

// One function, however often it was compiled.
struct Function {
  std::string file, name;
  auto operator<=>(const Function&) const = default;
};

// "torch_dynamo_resume_in_forward_at_29" goes on with forward.
Function function_of(const CompiledFrame& frame) {
  std::string name = frame.frame;
  if (name.starts_with(kResumed)) {
    name = name.substr(std::string_view(kResumed).size());
    name = name.substr(0, name.rfind("_at_"));
  }
  return {frame.file, name};
}

std::string recompile_of(const CompiledFrame& frame) {
  return frame.id.substr(frame.id.rfind('/') + 1);
}

// Which code, how often recompiled, in which direction, over which group.
struct Key {
  Function function;
  std::string recompile, graph, group;
  auto operator<=>(const Key&) const = default;
};
using Schedule = std::vector<Collective>;
using Schedules = std::map<Key, std::map<int, Schedule>>;  // by rank

bool is_symbolic(const std::string& tensor) {
  const std::size_t sizes = tensor.find('[');
  return sizes != std::string::npos &&
         std::ranges::any_of(tensor.substr(sizes), [](unsigned char c) { return std::isalpha(c); });
}

// Each rank may have another size of what is exchanged unevenly.
bool has_one_size(const std::string& op) {
  return op.find("all_to_all") == std::string::npos && !op.ends_with("coalesced");
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

void add(const CompiledFrame& frame, int rank, Schedules& schedules) {
  for (const protocol::CompiledGraph& graph : frame.graphs) {
    std::map<std::string, Schedule> by_group;
    for (const Collective& collective : graph.collectives)
      by_group[collective.group].push_back(collective);
    for (auto& [group, schedule] : by_group) {
      Schedule& whole =
          schedules[{function_of(frame), recompile_of(frame), graph.graph, group}][rank];
      // What comes last goes first in a backward.
      const auto at = graph.graph == "backward" ? whole.begin() : whole.end();
      whole.insert(at, schedule.begin(), schedule.end());
    }
  }
}

// In the order in which the rank began them; a frame of compiled autograd, "!0/3/0", counts, too.
std::vector<const CompiledFrame*> by_id(const std::vector<CompiledFrame>& frames) {
  std::vector<const CompiledFrame*> sorted;
  for (const CompiledFrame& frame : frames) sorted.push_back(&frame);
  std::ranges::stable_sort(sorted, {}, [](const CompiledFrame* frame) {
    const std::string whole = frame->id.substr(0, frame->id.rfind('/'));
    return std::pair(whole.size(), whole);  // 2 before 10
  });
  return sorted;
}

// Which ranks compiled which direction of a function, with collectives or without.
using Compiled = std::set<std::tuple<Function, std::string, std::string, int>>;

Compiled compiled_by(const std::vector<RankFrames>& ranks) {
  Compiled compiled;
  for (const RankFrames& rank : ranks)
    for (const CompiledFrame& frame : rank.frames)
      for (const protocol::CompiledGraph& graph : frame.graphs)
        compiled.insert({function_of(frame), recompile_of(frame), graph.graph, rank.rank});
  return compiled;
}

// A rank that compiled the function without any collective of the group is part of it, too.
void add_empty(const Compiled& compiled, Schedules& schedules) {
  for (auto& [key, by_rank] : schedules) {
    for (const int rank : text::parse_rank_list(key.group))
      if (compiled.contains({key.function, key.recompile, key.graph, rank})) by_rank[rank];
  }
}

bool is_rank_list(const std::string& group) {
  return !group.empty() && std::ranges::all_of(group, [](unsigned char c) {
    return std::isdigit(c) || c == '-' || c == ',';
  });
}

// The rank with which most others agree.
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

// Ranks may recompile a function for the same reasons in another order.
bool ever_compiled(const Schedule& schedule, int rank, const Key& key, const Schedules& schedules) {
  return std::ranges::any_of(schedules, [&](const auto& item) {
    const auto& [other, by_rank] = item;
    const auto own = by_rank.find(rank);
    return other.function == key.function && other.graph == key.graph && other.group == key.group &&
           own != by_rank.end() && is_same(own->second, schedule);
  });
}

std::optional<Inconsistency> compare(const Key& key, const std::map<int, Schedule>& by_rank,
                                     const Schedules& schedules) {
  const int common = common_rank(by_rank);
  const Schedule& usual = by_rank.at(common);
  Inconsistency found{
      key.function.name + " (" + key.function.file.substr(key.function.file.rfind('/') + 1) + ")",
      key.graph, key.group};
  for (const auto& [rank, schedule] : by_rank) {
    if (is_same(schedule, usual) || ever_compiled(schedule, common, key, schedules)) continue;
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
  for (const RankFrames& rank : ranks)
    for (const CompiledFrame* frame : by_id(rank.frames)) add(*frame, rank.rank, schedules);
  std::erase_if(schedules, [](const auto& item) { return !is_rank_list(item.first.group); });
  add_empty(compiled_by(ranks), schedules);
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

}  // namespace gridlock::health
