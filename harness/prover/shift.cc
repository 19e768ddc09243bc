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

// Returns the call site of the rank's call, or 0 if the log lacks the call.
std::uint64_t site_of(const Log& log, std::uint64_t seq, int rank) {
  const auto calls = log.find(seq);
  if (calls == log.end()) return 0;
  const auto call = calls->second.find(rank);
  return call == calls->second.end() ? 0 : call->second->site;
}

std::uint64_t usual_site(const Log& log, std::uint64_t seq) {
  const auto calls = log.find(seq);
  return calls == log.end() ? 0 : usual_site(calls->second);
}

// Two calls in a row must be shifted, from different call sites. A single one says little: in a
// loop around one call, each call looks like the next one.
std::optional<Shift> shift_at(const Logged& logged, Log::const_iterator here) {
  const Log& log = logged.log;
  const std::uint64_t seq = here->first;
  const std::uint64_t usual = usual_site(here->second), second = usual_site(log, seq + 1),
                      third = usual_site(log, seq + 2);
  if (second == 0 || usual == second) return std::nullopt;
  Shift shift;
  for (const auto& [rank, call] : here->second) {
    if (call->site == usual) {
      shift.others.push_back(rank);
      shift.theirs = *call;
      continue;
    }
    const std::uint64_t its_second = site_of(log, seq + 1, rank);
    const bool skipped = call->site == second && its_second == third && second != third;
    const bool extra = its_second == usual && site_of(log, seq + 2, rank) == second;
    if (!skipped && !extra) continue;
    shift.skipped = skipped;
    shift.ranks.push_back(rank);
    shift.mine = *call;
  }
  const bool paired = !shift.ranks.empty() && signature(shift.mine) == signature(shift.theirs);
  if (!paired) return std::nullopt;
  shift.group = *logged.group;
  shift.seq = here->first;
  return shift;
}

// Returns how often, from sequence number `from` on, `rank` made a call from `site` together with
// all other ranks in the log.
int common_calls(const Log& log, std::uint64_t from, int rank, std::uint64_t site) {
  return static_cast<int>(std::count_if(log.lower_bound(from), log.end(), [&](const auto& entry) {
    const Calls& calls = entry.second;
    return calls.contains(rank) && calls.size() > 1 &&
           std::ranges::all_of(calls, [&](const auto& call) { return call.second->site == site; });
  }));
}

int calls_from(const Log& log, std::uint64_t site) {
  int count = 0;
  for (const auto& [seq, calls] : log) {
    for (const auto& [rank, call] : calls) count += call->site == site ? 1 : 0;
  }
  return count;
}

// Returns the call site of these calls that has the most calls in the log.
std::uint64_t most_used_site(const Log& log, const Calls& calls) {
  return std::ranges::max_element(
             calls, {}, [&](const auto& call) { return calls_from(log, call.second->site); })
      ->second->site;
}

// Returns a call that one rank made from a call site of its own, only once, while the other ranks
// made a call that the rank usually makes together with them. Afterwards the rank must make that
// call again: a rank that has run out of data, for example, makes other calls from then on.
std::optional<Shift> odd_call_at(const Logged& logged, Log::const_iterator here) {
  constexpr int kUsual = 3;  // common calls that make a call site a usual one
  const std::uint64_t first = here->second.begin()->second->site;
  const bool agree = std::ranges::all_of(
      here->second, [&](const auto& call) { return call.second->site == first; });
  if (agree) return std::nullopt;
  const std::uint64_t usual = most_used_site(logged.log, here->second);
  Shift shift;
  for (const auto& [rank, call] : here->second) {
    if (call->site == usual) {
      shift.others.push_back(rank);
      shift.theirs = *call;
    } else {
      shift.ranks.push_back(rank);
      shift.mine = *call;
    }
  }
  if (shift.ranks.size() != 1 || shift.others.empty()) return std::nullopt;
  const bool odd = calls_from(logged.log, shift.mine.site) == 1 &&
                   common_calls(logged.log, 0, shift.ranks[0], usual) >= kUsual &&
                   common_calls(logged.log, here->first, shift.ranks[0], usual) > 0;
  if (!odd || signature(shift.mine) != signature(shift.theirs)) return std::nullopt;
  shift.skipped = false;
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
      auto shift = odd_call_at(logged, here);
      if (!shift) shift = shift_at(logged, here);
      if (!shift) continue;
      shift->my_place = place_of(snapshot, shift->ranks.front(), shift->mine.site);
      shift->their_place = place_of(snapshot, shift->others.front(), shift->theirs.site);
      return shift;
    }
  }
  return std::nullopt;
}

}  // namespace gridlock::prover
