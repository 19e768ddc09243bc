#include "harness/prover/certificate.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

#include "harness/facts/certificate.h"
#include "harness/facts/store_key.h"
#include "harness/prover/rank_states.h"
#include "harness/prover/unchanged.h"
#include "harness/text/rank_list.h"

namespace gridlock::prover {
namespace {

using nlohmann::json;

std::string name_of(const Group& group) {
  const std::string& name = group.description.empty() ? group.name : group.description;
  return name + "[" + text::rank_list(group.members) + "]";
}

std::string wait_words(const Blocked& blocked) {
  switch (blocked.wait.on) {
    case Wait::On::kCall:
    case Wait::On::kIssue:
      return "waits in " + trace::describe(blocked.call.op) + " #" +
             std::to_string(blocked.call.seq) + " of " + name_of(blocked.group);
    case Wait::On::kStore:
      return "waits for " + describe(blocked.wait.keys);
    case Wait::On::kThread:
      return "waits for another thread, which holds the store";
    case Wait::On::kBuild:
      return "waits in the creation of group " + name_of(blocked.group);
    case Wait::On::kBackward:
      return "waits in backward for calls whose futures it took";
    case Wait::On::kLock:
      return "waits for a lock";
  }
  return {};
}

// Returns, for example, "waits in all_gather #17 of mesh_cp[0-3], needs rank 1".
std::string describe(const Blocked& blocked) {
  const std::string words = wait_words(blocked);
  return blocked.waits_for.empty() ? words
                                   : words + ", needs " + text::rank_words(blocked.waits_for);
}

// Identifies a collective by properties that all its ranks agree on. Two collectives may compare
// equal by accident; then too many calls are kept, which does no harm.
using Made = std::tuple<std::string, int, std::uint64_t>;  // group's name, creation, seq

std::optional<Made> made_of(const RankFacts& facts, const Call& call) {
  const auto group = static_cast<std::size_t>(call.group);
  if (trace::is_point_to_point(call.op) || group >= facts.groups.size()) return std::nullopt;
  return Made{facts.groups[group].name, facts.groups[group].creation, call.seq};
}

bool has_messages(const Snapshot& snapshot) {
  return std::ranges::any_of(snapshot.ranks, [](const RankFacts& facts) {
    return std::ranges::any_of(facts.open,
                               [](const Call& call) { return trace::is_point_to_point(call.op); });
  });
}

std::vector<int> stuck_ranks(const WaitGraph& graph) {
  std::vector<int> ranks;
  for (int rank = 0; rank < graph.index().ranks(); ++rank) {
    if (graph.state_of(rank) == RankState::kWaits && !graph.may_move(rank)) ranks.push_back(rank);
  }
  return ranks;
}

std::vector<CallId> stuck_calls(const WaitGraph& graph) {
  std::vector<CallId> calls;
  const auto& open = graph.index().open();
  for (std::size_t i = 0; i < open.size(); ++i) {
    const bool stuck = !graph.may_complete(static_cast<int>(i));
    if (stuck && graph.state_of(open[i].rank) != RankState::kDead) {
      calls.emplace_back(open[i].rank, open[i].call->number);
    }
  }
  return calls;
}

// Removes the completed calls. Used for the first snapshot, which only shows that the waits and
// open calls did not change.
Snapshot without_log(Snapshot snapshot) {
  for (RankFacts& facts : snapshot.ranks) facts.recent.clear();
  return snapshot;
}

std::vector<Reason> reasons_of(const Finding& finding) {
  std::vector<Reason> reasons;
  for (const Blocked& blocked : finding.blocked) {
    reasons.push_back({blocked.rank, blocked.thread, blocked.waits_for, describe(blocked)});
  }
  return reasons;
}

}  // namespace

Snapshot for_proof(const Snapshot& snapshot) {
  if (has_messages(snapshot)) return snapshot;
  std::set<Made> wanted;
  for (const RankFacts& facts : snapshot.ranks) {
    for (const Call& call : facts.open) {
      if (const auto made = made_of(facts, call)) wanted.insert(*made);
    }
  }
  Snapshot result = snapshot;
  for (RankFacts& facts : result.ranks) {
    facts.sites.clear();
    facts.modules.clear();
    facts.handling.reset();
    std::erase_if(facts.recent, [&](const Call& call) {
      const auto made = made_of(facts, call);
      return !made || !wanted.contains(*made);
    });
  }
  return result;
}

json certificate(const Finding& finding, const Snapshot& first, const Snapshot& second,
                 const Semantics& semantics) {
  return certificate(finding, facts::finding_record_of(finding), first, second, semantics);
}

json certificate(const Finding& finding, const facts::FindingRecord& record, const Snapshot& first,
                 const Snapshot& second, const Semantics& semantics) {
  const Index index(second, semantics);
  if (finding.kind != Kind::kDeadlock || !finding.proved || !index.usable()) {
    throw std::logic_error("only a proved deadlock has a certificate");
  }
  const WaitGraph graph(index, proof_states(index, unchanged(first, second)));
  const std::vector<int> ranks = stuck_ranks(graph);
  if (ranks.empty()) throw std::logic_error("these snapshots show no deadlock");
  return to_json(Certificate{.finding = record,
                             .assumptions = finding.assumptions,
                             .ranks = ranks,
                             .calls = stuck_calls(graph),
                             .reasons = reasons_of(finding),
                             .first = without_log(first),
                             .second = for_proof(second)});
}

}  // namespace gridlock::prover
