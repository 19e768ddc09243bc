// The wait-for graph of a snapshot. It determines which ranks may still move and which open calls
// may still complete, given the ranks that move by themselves. prover.h describes the rules.
//
// A node stands for an event: "rank r moves", "a worker takes call c", "call c completes". Calls of
// one collective share further nodes, so that n ranks take O(n) edges: "all members have started
// matching calls of (group, seq)", "a member that has not issued its call may move", "some rank
// moves".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include "harness/prover/channels.h"
#include "harness/prover/graph.h"
#include "harness/prover/index.h"
#include "harness/prover/signature.h"

namespace gridlock::prover {

// The state of a rank before the waits between ranks are considered.
enum class RankState {
  kMoves,    // may do anything
  kWaits,    // moves when one of its threads may
  kStill,    // makes no further call; its open calls are served
  kStopped,  // makes no further call; its open calls are not served
  kDead,     // has ended
};

// Events that may end waits, in addition to moves of ranks.
struct Assumptions {
  bool timers = true;  // a wait that soon times out lets its rank move
  // A wait in doubt lets its rank move (Wait::doubts, Group::workers), calls of an unknown pairing
  // may complete, and an issue that need not meet other members returns.
  bool doubts = true;
  bool owners = true;  // a moving rank may end calls that it has issued: abort them, or exit
};

// The calls with one sequence number of a group that have the same signature.
struct CallVariant {
  CallSignature signature;
  std::vector<int> open;       // indices into Index::open()
  std::vector<int> completed;  // ranks whose log still contains the call as completed
  Graph::Node started = 0;     // all of `open` have started
  // Node that is enabled when all members have started calls that match this signature, or when a
  // member may intervene.
  Graph::Node served = 0;
  bool unproved = false;  // the effect of pairing with some other variant was not measured
};

// One collective, identified by its sequence number in a group.
struct Collective {
  std::vector<CallVariant> variants;
  bool too_many = false;   // more variants than are compared, so nothing is proved
  bool complete = false;   // all members have issued it
  // Node that is enabled when a member may still issue the collective, or when the absence of a
  // member raises an exception in the others.
  Graph::Node intervention = 0;
};

class WaitGraph {
 public:
  WaitGraph(const Index& index, std::vector<RankState> states, Assumptions assumptions = {});

  const Index& index() const { return index_; }
  RankState state_of(int rank) const { return states_[static_cast<std::size_t>(rank)]; }
  bool may_move(int rank) const { return graph_.may(moves_[static_cast<std::size_t>(rank)]); }
  bool may_start(int call) const { return graph_.may(start_[static_cast<std::size_t>(call)]); }
  bool may_complete(int call) const { return graph_.may(done_[static_cast<std::size_t>(call)]); }
  // Returns the keys of a wait for keys that no rank has ever set or is setting.
  std::vector<StoreKey> unset_keys(const Wait& wait) const;
  // Returns the first stuck call that precedes `call` on its streams. Returns `call` if there is
  // none.
  int stuck_before(int call) const;
  const Collective& collective(int group, std::uint64_t seq) const;
  const CallVariant& variant(int call) const;  // takes a collective's call
  // Returns whether calls with these signatures never complete each other.
  bool hang(const CallSignature& a, const CallSignature& b, const BackendSemantics& table) const;
  // Returns whether the call completes by itself: it needs no rank and no worker, or nothing is
  // known about it.
  bool immediate(const OpenCall& call) const;
  // Returns whether the call connects members of its group. Its issue then returns only when those
  // members have joined.
  bool connects(const OpenCall& call) const;
  // Returns the open calls whose issue may return by itself, although a thread stands in it. Empty
  // unless doubts are ignored.
  const std::vector<int>& doubtful_issues() const { return doubtful_issues_; }
  std::size_t nodes() const { return graph_.size(); }

 private:
  using Node = Graph::Node;
  Node moves(int rank) const { return moves_[static_cast<std::size_t>(rank)]; }
  Node start(int call) const { return start_[static_cast<std::size_t>(call)]; }
  Node done(int call) const { return done_[static_cast<std::size_t>(call)]; }

  // Defined in collectives.cc.
  void add_queue(int group, int member);
  std::size_t workers_of(const KnownGroup& group, const Member& member) const;
  void add_stream_order(int call);
  void collect_variants(int group);
  void collect_completed();
  CallVariant& variant(Collective& collective, const CallSignature& signature);
  void add_collectives(int group);
  void add_later_member(Node later_members, int group, int member);
  void add_exits(Collective& collective);
  void add_served(Collective& collective, const BackendSemantics& semantics);
  void add_collective(int call);
  void add_parts(int call, const Collective& here, const std::vector<const Member*>& needed);
  void add_part(int call, const Collective& here, const Member& member, Node parts);
  // Defined in point_to_point.cc.
  void add_point_to_point(int call);
  void need_partner(int call);
  std::optional<int> open_partner(const OpenCall& call) const;
  void need_to_start(int call, int other);
  void need_any_source(int call);
  bool peer_never_connected(int call);
  bool may_have_received(int receiver, const OpenCall& send);
  Node some_member(int group);
  // Defined in threads.cc.
  void add_threads(int rank);
  void add_callbacks(int rank);
  void add_wait(int rank, const Wait& wait);
  bool ends_by_itself(const Wait& wait) const;
  bool times_out(const Call& call) const { return assumptions_.timers && soon(call.times_out_ms); }
  void add_issue(int rank, int call);
  Node arrives(int rank, int group);
  Node all_arrive(int group);
  Node some_arrive(int rank, int group);
  void add_build(int rank, int local);
  void need_to_move(Node node, int rank);
  void need_to_arrive(Node node, int rank, int group);
  void add_backward(int rank);
  void add_lock(int rank, const std::vector<int>& holders);
  void add_keys(int rank, const Wait& wait);
  void add_other_thread(int rank, const Wait& wait);
  bool order_unknown(const RankFacts& facts) const;
  // Returns whether the members of the group may have connected to those of another group.
  bool misconnected(int group) const {
    return !assumptions_.doubts && namesakes_[static_cast<std::size_t>(group)];
  }

  const Index& index_;
  std::vector<RankState> states_;
  Assumptions assumptions_;
  Graph graph_;
  Channels channels_;
  std::vector<Node> moves_;                                       // per rank
  std::vector<Node> start_;                                       // per open call
  std::vector<Node> done_;                                        // per open call
  std::vector<std::map<std::uint64_t, Collective>> collectives_;  // per group, by seq
  std::map<int, Node> builds_;                                    // per group
  std::map<int, Node> some_member_;                               // per group
  std::unordered_set<std::uint64_t> keys_;                        // set by any rank
  bool keys_incomplete_ = false;                                  // there are more
  std::vector<int> doubtful_issues_;
  std::vector<bool> namesakes_;  // per group, if doubts are ignored: see groups_with_namesakes()
  Node any_rank_moves_ = 0;
};

}  // namespace gridlock::prover
