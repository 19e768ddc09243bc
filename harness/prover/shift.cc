#include "harness/prover/shift.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "harness/prover/signature.h"

namespace gridlock::prover {
namespace {

using Calls = std::map<int, const Call*>;                    // key: rank
using Log = std::map<std::uint64_t, Calls>;                  // calls of one group, by seq
using Key = std::tuple<std::string, std::vector<int>, int>;  // identifies a group

struct Logged {
  const Group* group = nullptr;
  Log log;
};

std::map<Key, Logged> logs_of(const Snapshot& snapshot) {
  std::map<Key, Logged> logs;
  for (const RankFacts& facts : snapshot.ranks) {
    for (const auto* calls : {&facts.recent, &facts.open}) {
      for (const Call& call : *calls) {
        const auto local = static_cast<std::size_t>(call.group);
        const bool known = call.group >= 0 && local < facts.groups.size();
        if (!known || call.site == 0 || trace::is_point_to_point(call.op)) continue;
        const Group& group = facts.groups[local];
        Logged& logged = logs[{group.name, group.members, group.creation}];
        logged.group = &group;
        logged.log[call.seq][facts.rank] = &call;
      }
    }
  }
  return logs;
}

// Returns the call site from which most ranks made the call. If several call sites are equally
// common, returns the one of the lowest rank.
std::uint64_t usual_site(const Calls& calls) {
  std::map<std::uint64_t, int> count;
  for (const auto& [rank, call] : calls) ++count[call->site];
  std::uint64_t best = 0;
  for (const auto& [rank, call] : calls) {
    if (best == 0 || count[call->site] > count[best]) best = call->site;
  }
  return best;
}

std::string place_of(const Snapshot& snapshot, int rank, std::uint64_t site) {
  const auto& sites = snapshot.ranks[static_cast<std::size_t>(rank)].sites;
  const auto found = std::ranges::find(sites, site, &Site::site);
  return found == sites.end() ? "" : found->place;
}

std::optional<Shift> shift_at(const Logged& logged, Log::const_iterator here) {
  const auto next = std::next(here);
  if (next == logged.log.end() || next->first != here->first + 1) return std::nullopt;
  const std::uint64_t usual = usual_site(here->second), usual_next = usual_site(next->second);
  if (usual == usual_next) return std::nullopt;  // calls of a loop: their sites show no shift
  Shift shift;
  for (const auto& [rank, call] : here->second) {
    if (call->site == usual) {
      shift.others.push_back(rank);
      shift.theirs = *call;
      continue;
    }
    const auto its_next = next->second.find(rank);
    const bool more = its_next != next->second.end() && its_next->second->site == usual;
    if (call->site != usual_next && !more) continue;
    shift.skipped = call->site == usual_next;
    shift.ranks.push_back(rank);
    shift.mine = *call;
  }
  const bool paired = !shift.ranks.empty() && signature(shift.mine) == signature(shift.theirs);
  if (!paired) return std::nullopt;
  shift.group = *logged.group;
  shift.seq = here->first;
  return shift;
}

}  // namespace

std::optional<Shift> find_shift(const Snapshot& snapshot) {
  for (std::size_t i = 0; i < snapshot.ranks.size(); ++i) {
    if (snapshot.ranks[i].rank != static_cast<int>(i)) return std::nullopt;
  }
  for (const auto& [key, logged] : logs_of(snapshot)) {
    for (auto here = logged.log.begin(); here != logged.log.end(); ++here) {
      auto shift = shift_at(logged, here);
      if (!shift) continue;
      shift->my_place = place_of(snapshot, shift->ranks.front(), shift->mine.site);
      shift->their_place = place_of(snapshot, shift->others.front(), shift->theirs.site);
      return shift;
    }
  }
  return std::nullopt;
}

}  // namespace gridlock::prover
