#include "harness/diagnosis/rank_calls.h"

#include <algorithm>
#include <vector>

#include "harness/diagnosis/words.h"
#include "harness/trace/operation.h"

namespace gridlock::diagnosis {
namespace {

struct Issued {
  const facts::Call* call;
  bool open;
};

// In order of issue; corrupt ones are left out.
std::vector<Issued> calls_of(const RankEvidence& rank) {
  std::vector<Issued> calls;
  const auto add = [&](const std::vector<facts::Call>& some, bool open) {
    for (const facts::Call& call : some) {
      const auto group = static_cast<std::size_t>(call.group);
      if (call.group >= 0 && group < rank.groups.size()) calls.push_back({&call, open});
    }
  };
  add(rank.recent, false);
  add(rank.open, true);
  std::ranges::stable_sort(calls, {}, [](const Issued& issued) { return issued.call->number; });
  return calls;
}

}  // namespace

std::optional<RankCalls> read_calls(const RankEvidence& rank, const facts::Group& group) {
  const auto known = std::ranges::find_if(
      rank.groups, [&](const facts::Group& other) { return same_group(other, group); });
  if (known == rank.groups.end()) return std::nullopt;
  const auto index = static_cast<int>(known - rank.groups.begin());
  RankCalls result{rank.rank, known->enqueued, {}, {}};
  for (const auto& [call, open] : calls_of(rank)) {
    if (call->group == index && !trace::is_point_to_point(call->op)) {
      result.calls[call->seq] = {open ? Entry::State::kOpen : Entry::State::kDone, *call, ""};
      result.then.reset();
      continue;
    }
    if (!open && result.then && result.then->open) continue;
    result.then = NextCall{*call, rank.groups[static_cast<std::size_t>(call->group)], open};
  }
  return result;
}

Entry entry_at(const RankCalls& rank, std::uint64_t seq) {
  const auto found = rank.calls.find(seq);
  if (found != rank.calls.end()) return found->second;
  return {seq <= rank.enqueued ? Entry::State::kUnknown : Entry::State::kNever, {}, ""};
}

}  // namespace gridlock::diagnosis
