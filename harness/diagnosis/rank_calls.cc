#include "harness/diagnosis/rank_calls.h"

#include <algorithm>
#include <set>
#include <vector>

#include "harness/diagnosis/waiting.h"
#include "harness/diagnosis/words.h"
#include "harness/prover/signature.h"
#include "harness/trace/operation.h"

namespace gridlock::diagnosis {
namespace {

struct Issued {
  const facts::Call* call;
  bool open;
};

// Returns the calls in order of issue. Corrupt calls are left out.
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

// Returns whether two ranks may have made equal calls. An entry in state kUnknown agrees with every
// entry except one in state kNever.
bool agree(const Entry& a, const Entry& b) {
  if (a.called() && b.called()) return prover::signature(a.call) == prover::signature(b.call);
  if (a.state == Entry::State::kUnknown || b.state == Entry::State::kUnknown) {
    return a.state != Entry::State::kNever && b.state != Entry::State::kNever;
  }
  return a.state == b.state;
}

bool differs_at(const std::vector<RankCalls>& ranks, std::uint64_t seq) {
  const auto caller = std::ranges::find_if(
      ranks, [&](const RankCalls& rank) { return entry_at(rank, seq).called(); });
  if (caller == ranks.end()) return false;
  const Entry entry = entry_at(*caller, seq);
  return std::ranges::any_of(
      ranks, [&](const RankCalls& rank) { return !agree(entry_at(rank, seq), entry); });
}

}  // namespace

std::optional<RankCalls> read_calls(const RankEvidence& rank, const facts::Group& group) {
  const auto known = std::ranges::find_if(
      rank.groups, [&](const facts::Group& other) { return same_group(other, group); });
  if (known == rank.groups.end()) return std::nullopt;
  const auto index = static_cast<int>(known - rank.groups.begin());
  RankCalls result{rank.rank, known->enqueued, {}, {}, rank.modules};
  for (const auto& [call, open] : calls_of(rank)) {
    if (call->group == index && !trace::is_point_to_point(call->op)) {
      result.calls[call->seq] = {open ? Entry::State::kOpen : Entry::State::kDone, *call, {}};
      result.then.reset();
      continue;
    }
    if (!open && result.then && result.then->open) continue;
    result.then = NextCall{*call, rank.groups[static_cast<std::size_t>(call->group)], open};
  }
  return result;
}

const std::string& RankCalls::module_of(const facts::Call& call) const {
  static const std::string kNone;
  const auto index = static_cast<std::size_t>(call.module);
  return call.module >= 0 && index < modules.size() ? modules[index] : kNone;
}

bool may_call(const facts::Finding& finding, const RankEvidence& rank) {
  if (!rank.end.empty()) return false;
  const bool told =
      contains(finding.at_fault, rank.rank) || blocked_of(finding, rank.rank) != nullptr;
  return !told || !facts::is_final(finding);
}

Entry entry_at(const RankCalls& rank, std::uint64_t seq) {
  const auto found = rank.calls.find(seq);
  if (found != rank.calls.end()) return found->second;
  return {seq <= rank.enqueued ? Entry::State::kUnknown : Entry::State::kNever, {}, {}};
}

std::optional<std::uint64_t> find_difference(const std::vector<RankCalls>& ranks) {
  // Only sequence numbers that are in a log are compared, because a corrupt log may span billions
  // of numbers.
  std::set<std::uint64_t> candidates;
  for (const RankCalls& rank : ranks) {
    for (const auto& [seq, entry] : rank.calls) candidates.insert(seq);
  }
  const auto found =
      std::ranges::find_if(candidates, [&](std::uint64_t seq) { return differs_at(ranks, seq); });
  return found != candidates.end() ? std::optional(*found) : std::nullopt;
}

}  // namespace gridlock::diagnosis
