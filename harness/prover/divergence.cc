#include "harness/prover/divergence.h"

#include <algorithm>
#include <span>
#include <utility>

#include "harness/prover/side_log.h"
#include "harness/prover/step_comparison.h"

namespace gridlock::prover {
namespace {

using Result = StepComparison::Result;
using Key = std::uint64_t (HashedCall::*)() const;

// The calls of one side, each identified by a key, and the comparison of the differing call with
// earlier steps.
struct View {
  std::vector<std::uint64_t> keys;
  StepComparison past;
};

// Judges a side by the log of another side if the side's own log does not contain an earlier step.
// Both sides must have made equal calls right before the differing calls.
void judge_by_others(const std::vector<SideLog>& sides, std::vector<View>& views) {
  const auto known = [](const View& view) { return view.past.result != Result::kUnknown; };
  const auto certain = [](const View& view) { return view.past.certain; };
  const auto judge = std::ranges::find_if(views, certain);
  if (judge == views.end()) return;
  const std::size_t at = sides[static_cast<std::size_t>(judge - views.begin())].at;
  for (std::size_t side = 0; side < views.size(); ++side) {
    View& view = views[side];
    const std::size_t here = sides[side].at;
    if (known(view) || here == 0 || view.keys[here - 1] != judge->keys[at - 1]) continue;
    const bool kept = view.keys[here] == judge->keys[judge->past.earlier];
    view.past.result = kept ? Result::kSame : Result::kDifferent;
  }
}

std::vector<View> views_of(const std::vector<SideLog>& sides, Key key) {
  std::vector<View> views;
  for (const SideLog& side : sides) {
    View view;
    for (const HashedCall& call : side.calls) view.keys.push_back((call.*key)());
    const std::size_t before = side.at > 0 ? side.at - 1 : 0;
    view.past = compare_with_earlier_steps(view.keys, side.at, context_length(side.calls[before]));
    views.push_back(std::move(view));
  }
  judge_by_others(sides, views);
  return views;
}

// Returns, for each side, whether it left the call sequence of its earlier steps. Returns an empty
// vector unless this is known for all sides, and some sides, but not all, left the sequence.
std::vector<bool> left(const std::vector<View>& views) {
  std::vector<bool> result;
  for (const View& view : views) {
    if (view.past.result == Result::kUnknown) return {};
    result.push_back(view.past.result == Result::kDifferent);
  }
  const auto count = static_cast<std::size_t>(std::ranges::count(result, true));
  return count == 0 || count == result.size() ? std::vector<bool>{} : result;
}

// Returns a side that did not leave the call sequence of its earlier steps. Prefers a side for
// which its own log shows that (past.certain).
std::size_t side_that_kept(const std::vector<View>& views, const std::vector<bool>& left) {
  std::size_t kept = views.size();
  for (std::size_t side = 0; side < views.size(); ++side) {
    const bool better = kept == views.size() || (!views[kept].past.certain);
    if (!left[side] && better) kept = side;
  }
  return kept;
}

// Returns whether the call site of the side's differing call is new: no log contains it earlier.
bool is_new(const std::vector<SideLog>& sides, const SideLog& side) {
  const std::uint64_t place = side.calls[side.at].place();
  return std::ranges::none_of(sides, [&](const SideLog& log) {
    const auto before = std::span(log.calls).first(log.at);
    return std::ranges::any_of(before,
                               [&](const HashedCall& call) { return call.place() == place; });
  });
}

// Describes how a side diverged from its own earlier steps, or, if these are unknown, from the
// earlier steps of the side that kept the sequence.
void explain(const SideLog& side, const View& view, const SideLog& other, const View& kept,
             Divergence& divergence) {
  const bool own = view.past.certain;
  const View& known = own ? view : kept;
  const SideLog& log = own ? side : other;
  const std::size_t earlier = known.past.earlier;
  const auto expected = std::span(known.keys).subspan(earlier, log.at - earlier);
  const HashedCall& mine = side.calls[side.at];
  const HashedCall& usual = log.calls[earlier];
  const Deviation how = deviation(expected, std::span(view.keys).subspan(side.at));
  const bool changed = mine.site != 0 && mine.place() == usual.place() && !how.resumed;
  const bool skipped = how.kind == Deviation::Kind::kSkipped && !changed;
  divergence.how = changed   ? Divergence::How::kChanged
                   : skipped ? Divergence::How::kSkipped
                             : Divergence::How::kExtra;
  divergence.calls = changed ? 1 : static_cast<int>(how.calls);
  divergence.resumed = changed || how.resumed;
  divergence.call = skipped ? *usual.call : *mine.call;
}

// Returns the loop that the side has left and in which the side that kept the sequence goes on.
facts::Loop loop_left(const SideLog& side, const View& view, const SideLog& other,
                      const View& kept) {
  if (kept.past.result != Result::kSame || side.calls.empty()) return {};
  const Steps steps =
      steps_before(view.keys, side.at, other.at - kept.past.earlier, side.first() == 1);
  return {static_cast<int>(steps.calls), static_cast<int>(steps.count)};
}

// Sets which ranks left the call sequence at number `divergence.seq`, and how. Returns false if the
// logs do not decide.
bool decide(std::vector<SideLog>& sides, Divergence& divergence) {
  for (SideLog& side : sides) side.at = static_cast<std::size_t>(divergence.seq - side.first());
  const auto exact = views_of(sides, &HashedCall::exact),
             place = views_of(sides, &HashedCall::place);
  const std::vector<bool> by_exact = left(exact), by_place = left(place);
  if (!by_exact.empty() && !by_place.empty() && by_exact != by_place) return false;
  const auto& views = by_exact.empty() ? place : exact;
  const auto& decided = by_exact.empty() ? by_place : by_exact;
  if (decided.empty()) return false;
  const std::size_t kept = side_that_kept(views, decided);
  for (std::size_t side = 0; side < sides.size(); ++side) {
    if (!decided[side]) continue;
    if (divergence.ranks.empty()) {
      explain(sides[side], views[side], sides[kept], views[kept], divergence);
      const bool extra = divergence.how == Divergence::How::kExtra && !divergence.resumed;
      if (extra && is_new(sides, sides[side])) {
        divergence.how = Divergence::How::kSkippedOrExtra;
        divergence.left = loop_left(sides[side], views[side], sides[kept], views[kept]);
      }
    }
    if (!divergence.ranks.empty()) divergence.left = {};  // the loop is that of the first side
    divergence.ranks.insert(divergence.ranks.end(), sides[side].ranks.begin(),
                            sides[side].ranks.end());
  }
  std::ranges::sort(divergence.ranks);
  return true;
}

}  // namespace

std::optional<Divergence> divergence(const Index& index, int group, std::uint64_t seq,
                                     const std::vector<std::vector<int>>& sides) {
  std::vector<SideLog> logs;
  for (const auto& side : sides) logs.push_back(side_log(index, group, side));
  const auto has = [&](const SideLog& log) { return log.has(seq); };
  if (!std::ranges::all_of(logs, has)) return std::nullopt;
  const auto [first, last] = divergence_range(logs, seq);
  Divergence result;
  result.group = *index.group(group).group;
  for (result.seq = first; result.seq <= last; ++result.seq) {
    if (decide(logs, result)) return result;
  }
  result.seq = last;
  return last < seq ? std::optional(result) : std::nullopt;
}

}  // namespace gridlock::prover
