#include "harness/diagnosis/rank_calls.h"

#include <algorithm>
#include <vector>

#include "harness/diagnosis/words.h"
#include "harness/prover/from_record.h"
#include "harness/trace/operation.h"

namespace gridlock::diagnosis {
namespace {

// How each call that the log still knows the end of has ended, by number.
std::map<std::uint32_t, Entry::State> ends_of(const std::vector<trace::Record>& log) {
  std::map<std::uint32_t, Entry::State> ends;
  for (const trace::Record& record : log) {
    if (record.kind != trace::Kind::kDone) continue;
    ends[record.call] = record.peer == 1 ? Entry::State::kFailed : Entry::State::kDone;
  }
  return ends;
}

// The calls that were issued, in order; spoilt ones are left out.
std::vector<const trace::Record*> calls_of(const RankEvidence& rank) {
  std::vector<const trace::Record*> calls;
  for (const trace::Record& record : rank.log) {
    if (record.kind == trace::Kind::kCall && record.group < rank.groups.size()) {
      calls.push_back(&record);
    }
  }
  std::ranges::stable_sort(calls, {}, [](const trace::Record* call) { return call->call; });
  return calls;
}

}  // namespace

std::optional<RankCalls> read_calls(const RankEvidence& rank, const prover::Group& group) {
  const auto known = std::ranges::find_if(
      rank.groups, [&](const trace::GroupRecord& record) { return same_group(record, group); });
  if (known == rank.groups.end()) return std::nullopt;
  const auto index = static_cast<std::uint32_t>(known - rank.groups.begin());
  const auto ends = ends_of(rank.log);
  RankCalls result{rank.rank, known->enqueued, {}, {}};
  for (const trace::Record* record : calls_of(rank)) {
    const trace::GroupRecord& its_group = rank.groups[record->group];
    Entry entry{Entry::State::kOpen, prover::to_call(*record, &its_group)};
    if (const auto end = ends.find(record->call); end != ends.end()) entry.state = end->second;
    if (record->group == index && !trace::is_point_to_point(entry.call.op)) {
      result.calls[entry.call.seq] = entry;
      result.then.reset();
      continue;
    }
    const bool open = entry.state == Entry::State::kOpen;
    if (!open && result.then && result.then->open) continue;
    result.then = Afterwards{entry.call, prover::to_group(its_group), open};
  }
  return result;
}

Entry entry_at(const RankCalls& rank, std::uint64_t seq) {
  const auto found = rank.calls.find(seq);
  if (found != rank.calls.end()) return found->second;
  return {seq <= rank.enqueued ? Entry::State::kUnknown : Entry::State::kNever, {}};
}

}  // namespace gridlock::diagnosis
