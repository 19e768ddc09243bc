#include "minimizer/skeleton/recording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <tuple>
#include <variant>

#include "harness/facts/facts_json.h"

namespace gridlock::minimizer {
namespace {

using facts::Call;
using facts::Group;
using facts::RankFacts;
using facts::Wait;
using prover::model::Operation;
using trace::Op;

// The identity of a group, which is the same on all ranks of the group.
using Identity = std::tuple<std::string, std::vector<int>, int>;

Identity identity(const Group& group) {
  return {group.name, group.members, group.creation};
}

struct KnownCall {
  const Call* call = nullptr;
  bool open = false;
};

// The recorded calls of a rank that become part of the skeleton, by sequence number.
using Chosen = std::map<std::uint32_t, const Call*>;

class Recording {
 public:
  explicit Recording(const facts::Snapshot& snapshot) : ranks_(snapshot.ranks) {}

  Skeleton skeleton() {
    chosen_.resize(ranks_.size());
    for (const RankFacts& rank : ranks_) {
      for (const Group& group : rank.groups) choose_collectives(identity(group));
      choose_messages(rank);
    }
    Skeleton result;
    for (const RankFacts& rank : ranks_) result.ranks.push_back(rank_of(rank, result.groups));
    if (backends_.size() > 1)
      throw std::runtime_error(
          fmt::format("the calls use several backends: {}", fmt::join(backends_, ", ")));
    if (!backends_.empty()) result.backend = *backends_.begin();
    return result;
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  const Group* group_in(const RankFacts& rank, const Identity& wanted) const {
    const auto found = std::ranges::find(rank.groups, wanted, identity);
    return found == rank.groups.end() ? nullptr : &*found;
  }

  static bool is_of(const RankFacts& rank, const Call& call, const Identity& group) {
    return !trace::is_point_to_point(call.op) && identity(rank.groups[at(call.group)]) == group;
  }

  KnownCall known(const RankFacts& rank, const Identity& group, std::uint64_t seq) const {
    for (const bool open : {true, false}) {
      for (const Call& call : open ? rank.open : rank.recent) {
        if (call.seq == seq && is_of(rank, call, group)) return {&call, open};
      }
    }
    return {};
  }

  // Returns the sequence number of the group's first call that some member has not completed.
  // Returns 0 if all members have completed all calls.
  std::uint64_t first_incomplete(const Identity& wanted) const {
    std::set<std::uint64_t> incomplete, issued;
    for (const int member : std::get<1>(wanted)) {
      const RankFacts& rank = ranks_[at(member)];
      const Group* group = group_in(rank, wanted);
      issued.insert(group == nullptr ? 0 : group->enqueued);
      for (const Call& call : rank.open) {
        if (is_of(rank, call, wanted)) incomplete.insert(call.seq);
      }
    }
    if (*issued.begin() < *issued.rbegin()) incomplete.insert(*issued.begin() + 1);
    return incomplete.empty() ? 0 : *incomplete.begin();
  }

  void choose_collectives(const Identity& wanted) {
    if (!seen_.insert(wanted).second) return;
    const std::uint64_t first = first_incomplete(wanted);
    for (const int member : std::get<1>(wanted)) {
      const RankFacts& rank = ranks_[at(member)];
      const Group* group = group_in(rank, wanted);
      for (std::uint64_t seq = first; first > 0 && group != nullptr && seq <= group->enqueued;
           ++seq) {
        const KnownCall call = known(rank, wanted, seq);
        if (call.call == nullptr)
          throw std::runtime_error(fmt::format(
              "the record of rank {} no longer holds call #{} of its group", member, seq));
        chosen_[at(member)][call.call->number] = call.call;
      }
    }
  }

  // Chooses each send and receive that the rank has not completed. Also chooses the peer's call of
  // the same message, if it is recorded.
  void choose_messages(const RankFacts& rank) {
    for (const Call& call : rank.open) {
      if (!trace::is_point_to_point(call.op)) continue;
      chosen_[at(rank.rank)][call.number] = &call;
      if (call.peer < 0) continue;
      const RankFacts& peer = ranks_[at(call.peer)];
      const Identity group = identity(rank.groups[at(call.group)]);
      for (const Call& other : peer.recent) {
        const bool pairs = trace::is_point_to_point(other.op) && other.op != call.op &&
                           other.peer == rank.rank && other.tag == call.tag &&
                           other.seq == call.seq && identity(peer.groups[at(other.group)]) == group;
        if (pairs) chosen_[at(peer.rank)][other.number] = &other;
      }
    }
  }

  Skeleton::Rank rank_of(const RankFacts& rank, std::vector<std::vector<int>>& groups) {
    Skeleton::Rank result;
    result.ended = !rank.alive;
    std::map<std::uint32_t, int> indexes;
    for (const auto& [number, call] : chosen_[at(rank.rank)]) {
      indexes[number] = static_cast<int>(result.calls.size());
      result.calls.push_back({operation_of(rank, *call, groups), place_of(rank, *call)});
      const auto before = indexes.find(call->after);
      if (before != indexes.end()) result.calls.back().operation.after = before->second;
    }
    const std::uint32_t last = waits_for(rank);
    if (last == 0 || !indexes.contains(last)) return result;
    const int index = indexes.at(last);
    if (!result.calls[at(index)].operation.async) return result;
    result.calls.push_back({{.kind = Operation::Kind::kWait, .of = index}, ""});
    return result;
  }

  // Returns the call for which the rank's thread waits, or 0 if the thread is not waiting.
  static std::uint32_t waits_for(const RankFacts& rank) {
    for (const facts::Thread& thread : rank.threads) {
      if (thread.state != facts::Thread::State::kBlocked) continue;
      if (thread.wait.on == Wait::On::kCall || thread.wait.on == Wait::On::kIssue)
        return thread.wait.call;
      if (thread.wait.on == Wait::On::kBackward) return first_future(rank);
      throw std::runtime_error(fmt::format(
          "rank {} waits for something other than a call of a process group", rank.rank));
    }
    return 0;
  }

  // Returns the first incomplete call whose future was taken. DDP waits for all such calls at the
  // end of backward.
  static std::uint32_t first_future(const RankFacts& rank) {
    const auto call = std::ranges::find_if(rank.open, &Call::future_taken);
    return call == rank.open.end() ? 0 : call->number;
  }

  Operation operation_of(const RankFacts& rank, const Call& call,
                         std::vector<std::vector<int>>& groups) {
    Operation result;
    result.kind = Operation::Kind::kCollective;
    if (call.op == Op::kSend) result.kind = Operation::Kind::kSend;
    if (call.op == Op::kRecv) result.kind = Operation::Kind::kRecv;
    if (call.op == Op::kRecvAnysource) result.kind = Operation::Kind::kRecvAny;
    result.op = call.op;
    result.group = index_of(rank.groups[at(call.group)], groups);
    result.peer = call.peer;
    result.tag = call.tag;
    result.count = static_cast<int>(std::min<std::uint64_t>(call.count, 1u << 20));
    result.async = call.async || waits_on_device(rank.groups[at(call.group)]);
    return result;
  }

  // Returns true for NCCL. Its calls return immediately even if async_op is false, and a stream
  // waits for them.
  static bool waits_on_device(const Group& group) { return group.backend == "nccl"; }

  int index_of(const Group& group, std::vector<std::vector<int>>& groups) {
    const auto [found, fresh] =
        indexes_.try_emplace(identity(group), static_cast<int>(groups.size()));
    if (fresh) groups.push_back(group.members);
    backends_.insert(group.backend);
    return found->second;
  }

  static std::string place_of(const RankFacts& rank, const Call& call) {
    const auto site = std::ranges::find(rank.sites, call.site, &facts::Site::site);
    return site == rank.sites.end() ? "" : site->place;
  }

  const std::vector<RankFacts>& ranks_;
  std::vector<Chosen> chosen_;
  std::set<Identity> seen_;
  std::set<std::string> backends_;   // backends of the calls
  std::map<Identity, int> indexes_;  // index in Skeleton::groups
};

}  // namespace

Skeleton skeleton_of(const facts::Snapshot& snapshot) {
  for (std::size_t rank = 0; rank < snapshot.ranks.size(); ++rank) {
    if (snapshot.ranks[rank].rank != static_cast<int>(rank))
      throw std::runtime_error("the record lacks some ranks");
  }
  return Recording(snapshot).skeleton();
}

Snapshots read_snapshots(const std::filesystem::path& folder) {
  std::ifstream file(folder / "snapshots.json");
  if (!file) throw std::runtime_error(fmt::format("{} has no snapshots.json", folder.string()));
  const auto json = nlohmann::json::parse(file);
  return {facts::snapshot_from_json(json.at("first")),
          facts::snapshot_from_json(json.at("second"))};
}

}  // namespace gridlock::minimizer
