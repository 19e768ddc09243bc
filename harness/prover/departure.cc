#include "harness/prover/departure.h"

#include <algorithm>
#include <span>

#include "harness/prover/alignment.h"
#include "harness/prover/lookback.h"
#include "harness/prover/sequence.h"

namespace gridlock::prover {
namespace {

using Habit = Lookback::Habit;
using Key = std::uint64_t (Step::*)() const;

constexpr std::uint64_t kWindowBefore = 256;
constexpr std::uint64_t kWindowAfter = 16;

// What one rank of a side made of the group's calls.
struct Record {
  std::vector<int> ranks;  // of the side
  Sequence calls;
  const RankFacts* facts = nullptr;
  std::size_t at = 0;  // the index of the call at which it diverges from the others

  std::uint64_t first() const { return calls.front().call->seq; }
  bool has(std::uint64_t seq) const {
    return !calls.empty() && seq >= first() && seq - first() < calls.size();
  }
  std::span<const Step> between(std::uint64_t from, std::uint64_t to) const {
    const auto begin = static_cast<std::size_t>(from - first());
    const auto end = std::min(static_cast<std::size_t>(to - first()), calls.size());
    return std::span(calls).subspan(begin, end - begin);
  }
};

Record record_of(const Index& index, int group, const std::vector<int>& side) {
  Record record{side, {}, &index.facts(side.front())};
  for (std::size_t local = 0; local < record.facts->groups.size(); ++local) {
    if (index.known(side.front(), static_cast<int>(local)) != group) continue;
    record.calls = collectives_of(*record.facts, static_cast<int>(local));
  }
  return record;
}

// The first number, up to `seq`, at which some side diverges from the first one.
std::uint64_t divergence_of(const std::vector<Record>& records, std::uint64_t seq) {
  std::uint64_t from = seq > kWindowBefore ? seq - kWindowBefore : 0;
  for (const Record& record : records) from = std::max(from, record.first());
  const auto window = [&](const Record& record) {
    return record.between(from, seq + kWindowAfter);
  };
  std::uint64_t first = seq;
  for (const Record& record : records) {
    first = std::min(first, from + divergence(window(records.front()), window(record)));
  }
  return first;
}

std::vector<std::uint64_t> keys_of(const Record& record, Key key) {
  std::vector<std::uint64_t> keys;
  for (const Step& step : record.calls) keys.push_back((step.*key)());
  return keys;
}

struct View {
  std::vector<std::uint64_t> keys;
  Lookback past;
};

// A side whose log is too short to know the place is judged by one that knows it, if it came there
// by the same call.
void judge_by_others(const std::vector<Record>& records, std::vector<View>& views) {
  const auto known = [](const View& view) { return view.past.habit != Habit::kUnknown; };
  const auto judge = std::ranges::find_if(views, known);
  if (judge == views.end()) return;
  const std::size_t at = records[static_cast<std::size_t>(judge - views.begin())].at;
  for (std::size_t side = 0; side < views.size(); ++side) {
    View& view = views[side];
    const std::size_t here = records[side].at;
    if (known(view) || here == 0 || view.keys[here - 1] != judge->keys[at - 1]) continue;
    const bool kept = view.keys[here] == judge->keys[judge->past.earlier];
    view.past.habit = kept ? Habit::kKept : Habit::kLeft;
  }
}

std::vector<View> views_of(const std::vector<Record>& records, Key key) {
  std::vector<View> views;
  for (const Record& record : records) {
    auto keys = keys_of(record, key);
    const Lookback past = look_back(keys, record.at);
    views.push_back({std::move(keys), past});
  }
  judge_by_others(records, views);
  return views;
}

// Whether each side left its habit; nothing unless all are known, and some kept it.
std::vector<bool> left(const std::vector<View>& views) {
  std::vector<bool> result;
  for (const View& view : views) {
    if (view.past.habit == Habit::kUnknown) return {};
    result.push_back(view.past.habit == Habit::kLeft);
  }
  const auto count = static_cast<std::size_t>(std::ranges::count(result, true));
  return count == 0 || count == result.size() ? std::vector<bool>{} : result;
}

// In terms of a side that kept the habit: its log has what the other one left out.
void explain(const Record& record, const View& view, const Record& other, const View& kept,
             Departure& departure) {
  const std::size_t step = other.at - kept.past.earlier;
  const auto expected = std::span(kept.keys).subspan(kept.past.earlier, step);
  const auto made = std::span(view.keys).subspan(record.at);
  const Deviation how = deviation(expected, made);
  const bool skipped = how.kind == Deviation::Kind::kSkipped;
  const Step& usual = other.calls[other.at];
  const Step& mine = record.calls[record.at];
  departure.how = skipped ? Departure::How::kSkipped : Departure::How::kExtra;
  if (mine.site != 0 && mine.place() == usual.place()) departure.how = Departure::How::kChanged;
  departure.calls = static_cast<int>(how.calls);
  departure.call = skipped ? *usual.call : *mine.call;
  if (departure.how == Departure::How::kChanged) departure.call = *mine.call;
}

}  // namespace

std::optional<Departure> departure(const Index& index, int group, std::uint64_t seq,
                                   const std::vector<std::vector<int>>& sides) {
  std::vector<Record> records;
  for (const auto& side : sides) records.push_back(record_of(index, group, side));
  const auto has = [&](const Record& record) { return record.has(seq); };
  if (!std::ranges::all_of(records, has)) return std::nullopt;
  Departure result;
  result.group = *index.group(group).group;
  result.seq = divergence_of(records, seq);
  for (Record& record : records) record.at = static_cast<std::size_t>(result.seq - record.first());
  const auto exact = views_of(records, &Step::exact), place = views_of(records, &Step::place);
  const std::vector<bool> by_exact = left(exact), by_place = left(place);
  const bool contradict = !by_exact.empty() && !by_place.empty() && by_exact != by_place;
  const auto& views = by_exact.empty() ? place : exact;
  const auto& decided = by_exact.empty() ? by_place : by_exact;
  if (contradict || decided.empty()) {
    return result.seq < seq ? std::optional(result) : std::nullopt;
  }
  const auto kept = static_cast<std::size_t>(std::ranges::find(decided, false) - decided.begin());
  for (std::size_t side = 0; side < sides.size(); ++side) {
    if (!decided[side]) continue;
    if (result.ranks.empty()) {
      explain(records[side], views[side], records[kept], views[kept], result);
    }
    result.ranks.insert(result.ranks.end(), sides[side].begin(), sides[side].end());
  }
  std::ranges::sort(result.ranks);
  return result;
}

}  // namespace gridlock::prover
