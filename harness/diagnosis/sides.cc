#include "harness/diagnosis/sides.h"

#include <algorithm>

#include "harness/diagnosis/doing.h"
#include "harness/diagnosis/words.h"
#include "harness/prover/signature.h"
#include "harness/trace/operation.h"

namespace gridlock::diagnosis {
namespace {

const facts::Call* find_call(const RankEvidence& rank, const facts::Group& group,
                             std::uint64_t seq) {
  for (const auto* calls : {&rank.open, &rank.recent}) {
    for (const facts::Call& call : *calls) {
      const auto local = static_cast<std::size_t>(call.group);
      const bool known = call.group >= 0 && local < rank.groups.size();
      if (!known || call.seq != seq || trace::is_point_to_point(call.op)) continue;
      if (same_group(rank.groups[local], group)) return &call;
    }
  }
  return nullptr;
}

// Returns where the rank made the call. If the records do not show this, uses the stack of a rank
// that is blocked in the call.
CallSite site_in(const Evidence& evidence, const RankEvidence& rank, const facts::Group& group,
                 const facts::Call& call) {
  CallSite site = site_of(rank, call);
  if (!site.place.empty()) return site;
  for (const facts::Blocked& blocked : evidence.finding.blocked) {
    const bool here = blocked.rank == rank.rank && blocked.call.seq == call.seq &&
                      same_group(blocked.group, group);
    if (!here) continue;
    const std::string at = at_place(evidence, blocked);
    site.place = at.starts_with(" at ") ? at.substr(4) : at;
    break;
  }
  return site;
}

// Returns the calls that ranks made. A blocked rank counts too: its current call is known even if
// its other records are not.
std::vector<std::pair<int, CallSide>> calls_at(const Evidence& evidence, const facts::Group& group,
                                               std::uint64_t seq) {
  std::vector<std::pair<int, CallSide>> calls;
  for (const RankEvidence& rank : evidence.ranks) {
    const facts::Call* call = find_call(rank, group, seq);
    if (call == nullptr) continue;
    calls.push_back({rank.rank, {{rank.rank}, *call, site_in(evidence, rank, group, *call)}});
  }
  for (const facts::Blocked& blocked : evidence.finding.blocked) {
    const bool here = blocked.call.seq == seq && same_group(blocked.group, group) &&
                      !trace::is_point_to_point(blocked.call.op);
    if (!here) continue;
    const auto known = std::ranges::find(calls, blocked.rank, &std::pair<int, CallSide>::first);
    if (known != calls.end()) {
      known->second.call = blocked.call;
    } else {
      calls.push_back({blocked.rank, {{blocked.rank}, blocked.call, {}}});
    }
  }
  std::ranges::sort(calls, {}, &std::pair<int, CallSide>::first);
  return calls;
}

bool same_by(const CallSide& a, const CallSide& b, CompareBy by) {
  if (by == CompareBy::kSite) return a.call.site == b.call.site && a.site == b.site;
  return prover::signature(a.call) == prover::signature(b.call);
}

}  // namespace

std::vector<CallSide> sides_at(const Evidence& evidence, const facts::Group& group,
                               std::uint64_t seq, CompareBy by) {
  std::vector<CallSide> sides;
  for (auto& [rank, made] : calls_at(evidence, group, seq)) {
    const auto known =
        std::ranges::find_if(sides, [&](const CallSide& side) { return same_by(side, made, by); });
    if (known != sides.end()) {
      known->ranks.push_back(rank);
    } else {
      sides.push_back(std::move(made));
    }
  }
  return sides;
}

}  // namespace gridlock::diagnosis
