// Builds the part of the wait-for graph for sends and receives.

#include "harness/prover/wait_graph.h"

namespace gridlock::prover {

using trace::Op;

void WaitGraph::add_point_to_point(int call) {
  const OpenCall& open = index_.open(call);
  const RankState owner = state_of(open.rank);
  if (owner == RankState::kDead || owner == RankState::kStopped) graph_.forbid(done(call));
  if (times_out(*open.call)) return;
  graph_.need(done(call), start(call));
  if (peer_never_connected(call)) need_to_arrive(done(call), open.call->peer, open.group);
  if (immediate(open) || index_.garbled(open.rank)) return;
  if (needs(*open.call, *index_.group(open.group).semantics) != Needs::kPeer) return;
  if (open.call->op == Op::kRecvAnysource) {
    need_any_source(call);
  } else {
    need_partner(call);
  }
}

void WaitGraph::need_partner(int call) {
  const OpenCall& open = index_.open(call);
  const int peer = open.call->peer;
  if (peer == open.rank || index_.member(open.group, peer) == nullptr) return;
  const bool sends = open.call->op == Op::kSend;
  if (channels_.mixed(sends ? peer : open.rank, open.group, open.call->tag)) return;
  if (sends && may_have_received(peer, open)) return;
  const auto issued =
      channels_.issued(peer, open.group, sends ? Op::kRecv : Op::kSend, open.rank, open.call->tag);
  if (!issued) return;
  const RankState partner = state_of(peer);
  if (*issued >= open.call->seq) {
    if (partner == RankState::kStopped) graph_.forbid(done(call));
    if (const auto other = open_partner(open)) need_to_start(call, *other);
    return;
  }
  const bool raises = index_.group(open.group).semantics->dead_peer_raises;
  if (partner == RankState::kMoves || partner == RankState::kWaits) {
    graph_.need(done(call), moves(peer));
  } else if (partner != RankState::kDead || !raises) {
    graph_.forbid(done(call));
  }
}

// Returns the matching send or receive if it is open.
std::optional<int> WaitGraph::open_partner(const OpenCall& call) const {
  const Op op = call.call->op == Op::kSend ? Op::kRecv : Op::kSend;
  const auto [first, last] = index_.open_of(call.call->peer);
  for (int i = first; i < last; ++i) {
    const OpenCall& other = index_.open(i);
    const bool fits = other.group == call.group && other.call->op == op &&
                      other.call->peer == call.rank && other.call->tag == call.call->tag &&
                      other.call->seq == call.call->seq;
    if (fits) return i;
  }
  return std::nullopt;
}

// Makes the call depend on the start of its matching call `other`, which may be queued on a stream
// behind other calls. The rank of `other`, if it is live, may also end all its calls itself.
void WaitGraph::need_to_start(int call, int other) {
  const int rank = index_.open(other).rank;
  if (state_of(rank) == RankState::kDead) return;
  const Node ready = graph_.any();
  graph_.edge(start(other), ready);
  const bool lives = state_of(rank) == RankState::kMoves || state_of(rank) == RankState::kWaits;
  if (lives && assumptions_.owners) graph_.edge(moves(rank), ready);
  graph_.need(done(call), ready);
}

// Returns whether the call is a send or recv that connects the two ranks when it is issued, and the
// peer has not yet issued a send or recv between them, so that they are not connected.
bool WaitGraph::peer_never_connected(int call) {
  const OpenCall& open = index_.open(call);
  const int peer = open.call->peer;
  const bool pair = peer != open.rank && index_.member(open.group, peer) != nullptr;
  return pair && connects(open) && trace::is_point_to_point(open.call->op) &&
         channels_.between(peer, open.group, open.rank) == 0;
}

// Returns whether the receiver may already have received the message although its count of receives
// is too low. This is possible if its log is incomplete and it has an open receive of this channel:
// the log may have lost a receive from any source that took an earlier message.
bool WaitGraph::may_have_received(int receiver, const OpenCall& send) {
  if (channels_.complete_history(receiver)) return false;
  const auto [first, last] = index_.open_of(receiver);
  for (int i = first; i < last; ++i) {
    const OpenCall& other = index_.open(i);
    if (other.group == send.group && other.call->op == Op::kRecv && other.call->peer == send.rank &&
        other.call->tag == send.call->tag) {
      return true;
    }
  }
  return false;
}

void WaitGraph::need_any_source(int call) {
  const OpenCall& open = index_.open(call);
  const int tag = open.call->tag;
  if (channels_.names_sources(open.rank, open.group, tag)) return;
  const auto sent = channels_.sent_to(open.rank, open.group, tag);
  if (!sent || *sent >= open.call->seq) return;
  graph_.need(done(call), some_member(open.group));
}

// Returns a node that is enabled if any member may move. If the backend raises for dead peers, a
// dead member ends all waits of the group, so it enables the node too.
WaitGraph::Node WaitGraph::some_member(int group) {
  const auto [found, fresh] = some_member_.try_emplace(group);
  if (!fresh) return found->second;
  found->second = graph_.any();
  for (const Member& member : index_.group(group).members) {
    const bool dead = state_of(member.rank) == RankState::kDead;
    if (!dead) graph_.edge(moves(member.rank), found->second);
    if (dead && index_.group(group).semantics->dead_peer_raises) graph_.grant(found->second);
  }
  return found->second;
}

}  // namespace gridlock::prover
