#include <algorithm>
#include <unordered_map>

#include "harness/prover/membership.h"
#include "harness/prover/messages.h"
#include "harness/prover/mismatch.h"
#include "harness/prover/prover.h"

namespace gridlock::prover {
namespace {

// The members' calls with one sequence number of a group. Members with equal calls form one side.
struct Collective {
  std::vector<Side> sides;
  std::vector<std::vector<const Call*>> calls;  // per side, in the order of its ranks
};
using Log = std::unordered_map<std::uint64_t, Collective>;  // collectives of one group, by seq

constexpr std::size_t kMostSides = 16;

void add(const Call& call, int rank, Collective& collective) {
  const CallSignature mine = signature(call);
  auto& [sides, calls] = collective;
  const auto known = std::ranges::find(sides, mine, &Side::signature);
  const auto side = static_cast<std::size_t>(known - sides.begin());
  if (known == sides.end()) {
    if (sides.size() == kMostSides) return;
    sides.push_back({mine, {}});
    calls.emplace_back();
  }
  sides[side].ranks.push_back(rank);
  sides[side].compiling |= call.compiling;
  calls[side].push_back(&call);
}

std::vector<int> ranks_beside(std::size_t side, const std::vector<Side>& sides) {
  std::vector<int> ranks;
  for (std::size_t other = 0; other < sides.size(); ++other) {
    if (other == side) continue;
    ranks.insert(ranks.end(), sides[other].ranks.begin(), sides[other].ranks.end());
  }
  return ranks;
}

void add(const Index& index, const RankFacts& facts, const std::vector<Call>& calls,
         std::vector<Log>& logs) {
  for (const Call& call : calls) {
    const auto group = index.group_index(facts.rank, call.group);
    if (!group || trace::is_point_to_point(call.op)) continue;
    if (index.group(*group).semantics == nullptr) continue;
    add(call, facts.rank, logs[static_cast<std::size_t>(*group)][call.seq]);
  }
}

bool irreconcilable(const Collective& collective, const BackendSemantics& semantics) {
  for (const Side& a : collective.sides) {
    for (const Side& b : collective.sides) {
      const Pairing pair = pairing(a.signature, b.signature, semantics);
      if (pair != Pairing::kUnknown && pair != Pairing::kFits) return true;
    }
  }
  return false;
}

std::optional<std::uint64_t> first_irreconcilable(const Log& log,
                                                  const BackendSemantics& semantics) {
  std::optional<std::uint64_t> first;
  for (const auto& [seq, collective] : log) {
    if (collective.sides.size() < 2 || (first && *first < seq)) continue;
    if (irreconcilable(collective, semantics)) first = seq;
  }
  return first;
}

Finding describe(const Index& index, int group, std::uint64_t seq, const Collective& collective) {
  Finding finding;
  finding.kind = Kind::kDesync;
  blame_sides(index, group, seq, collective.sides, finding);
  for (std::size_t side = 0; side < collective.sides.size(); ++side) {
    for (std::size_t i = 0; i < collective.calls[side].size(); ++i) {
      Blocked member;
      member.rank = collective.sides[side].ranks[i];
      member.call = *collective.calls[side][i];
      member.group = *index.group(group).group;
      member.waits_for = ranks_beside(side, collective.sides);
      finding.blocked.push_back(std::move(member));
    }
  }
  return finding;
}

}  // namespace

std::optional<Finding> find_desync(const Snapshot& snapshot, const Semantics& semantics) {
  const Index index(snapshot, semantics);
  if (!index.usable()) return std::nullopt;
  if (auto found = different_members(index)) return found;
  std::vector<Log> logs(index.groups().size());
  for (const RankFacts& facts : snapshot.ranks) {
    if (index.garbled(facts.rank)) continue;
    add(index, facts, facts.recent, logs);
    add(index, facts, facts.open, logs);
  }
  for (std::size_t group = 0; group < logs.size(); ++group) {
    const KnownGroup& known = index.groups()[group];
    if (known.semantics == nullptr) continue;
    const auto seq = first_irreconcilable(logs[group], *known.semantics);
    if (seq) return describe(index, static_cast<int>(group), *seq, logs[group].at(*seq));
  }
  return different_sizes(index);
}

}  // namespace gridlock::prover
