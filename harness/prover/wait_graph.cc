#include "harness/prover/wait_graph.h"

#include <algorithm>

#include "harness/prover/membership.h"

namespace gridlock::prover {

WaitGraph::WaitGraph(const Index& index, std::vector<RankState> states, Assumptions assumptions)
    : index_(index), states_(std::move(states)), assumptions_(assumptions), channels_(index) {
  if (!assumptions_.doubts) namesakes_ = groups_with_namesakes(index);
  any_rank_moves_ = graph_.any();
  for (int rank = 0; rank < index.ranks(); ++rank) {
    moves_.push_back(graph_.any());
    graph_.edge(moves_.back(), any_rank_moves_);
    if (state_of(rank) == RankState::kMoves) graph_.grant(moves_.back());
    keys_.insert(index.facts(rank).keys_set.begin(), index.facts(rank).keys_set.end());
    keys_incomplete_ |= index.facts(rank).keys_incomplete;
  }
  for (std::size_t i = 0; i < index.open().size(); ++i) {
    start_.push_back(graph_.all());
    done_.push_back(graph_.all());
  }
  const int groups = static_cast<int>(index.groups().size());
  collectives_.resize(index.groups().size());
  for (int group = 0; group < groups; ++group) collect_variants(group);
  collect_completed();
  for (int group = 0; group < groups; ++group) add_collectives(group);
  for (int call = 0; call < static_cast<int>(index.open().size()); ++call) {
    add_stream_order(call);
    if (trace::is_point_to_point(index.open(call).call->op)) {
      add_point_to_point(call);
    } else {
      add_collective(call);
    }
  }
  for (int rank = 0; rank < index.ranks(); ++rank) {
    if (state_of(rank) == RankState::kWaits) add_threads(rank);
  }
  graph_.propagate();
}

std::vector<StoreKey> WaitGraph::unset_keys(const Wait& wait) const {
  std::vector<StoreKey> unset = wait.keys;
  std::erase_if(unset, [&](const StoreKey& key) { return keys_.contains(key.hash); });
  return unset;
}

int WaitGraph::stuck_before(int call) const {
  while (const std::uint32_t after = index_.open(call).call->after) {
    const auto earlier = index_.open_call(index_.open(call).rank, after);
    if (!earlier || may_complete(*earlier)) break;
    call = *earlier;
  }
  return call;
}

const Collective& WaitGraph::collective(int group, std::uint64_t seq) const {
  return collectives_[static_cast<std::size_t>(group)].at(seq);
}

const CallVariant& WaitGraph::variant(int call) const {
  const OpenCall& open = index_.open(call);
  const Collective& here = collective(open.group, open.call->seq);
  return *std::ranges::find(here.variants, signature(*open.call), &CallVariant::signature);
}

bool WaitGraph::immediate(const OpenCall& open) const {
  const BackendSemantics* semantics = index_.group(open.group).semantics;
  if (semantics == nullptr) return true;
  const Needs need = needs(*open.call, *semantics);
  const bool collective = !trace::is_point_to_point(open.call->op);
  return need == Needs::kUnknown || (collective && need == Needs::kPeer) ||
         (collective && open.call->count == 0 && semantics->empty_needs_nobody &&
          trace::row_of(open.call->op).has_tensors());
}

}  // namespace gridlock::prover
