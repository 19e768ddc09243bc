#include "harness/diagnosis/mismatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/diagnosis/sides.h"
#include "harness/diagnosis/words.h"
#include "harness/prover/signature.h"
#include "harness/text/names.h"
#include "harness/text/rank_list.h"
#include "harness/trace/operation.h"

namespace gridlock::diagnosis {
namespace {

using How = facts::Divergence::How;

constexpr std::size_t kMostSides = 4;

// " (1 MiB, train.py:14)": of small tensors the size in bytes tells nothing.
std::string in_brackets(const CallSide& side) {
  std::string text = bytes_words(side.call);
  if (!side.place.empty()) text += (text.empty() ? "" : ", ") + side.place;
  return text.empty() ? "" : " (" + text + ")";
}

// What differs beside elements and dtype, which are told anyway.
std::string other_arguments(const CallSide& side, const CallSide& first) {
  const auto mine = prover::signature(side.call), theirs = prover::signature(first.call);
  if (mine.op != theirs.op) return "";
  std::string text;
  if (mine.reduce_op != theirs.reduce_op) text += ", " + reduction_words(side.call);
  if (mine.root != theirs.root) text += ", " + root_words(side.call);
  const bool sizes = mine.count != theirs.count || mine.dtype != theirs.dtype;
  if (!sizes && mine.shape_hash != theirs.shape_hash) text += " in another shape";
  return text;
}

std::string passed(const CallSide& side, const std::vector<CallSide>& sides) {
  // The first side is compared with the second, so that both name what differs.
  const CallSide& other = &side == sides.data() && sides.size() > 1 ? sides[1] : sides[0];
  const bool same_op = std::ranges::all_of(
      sides, [&](const CallSide& each) { return each.call.op == side.call.op; });
  std::string differs = other_arguments(side, other);
  if (&side == sides.data() && differs == " in another shape") differs.clear();
  const std::string what = elements_words(side.call) + differs + in_brackets(side);
  if (same_op) return fmt::format("{} passed {}", text::rank_words(side.ranks), what);
  const std::string with = has_elements(side.call) ? " with " + what : in_brackets(side);
  return fmt::format("{} called {}{}", text::rank_words(side.ranks), trace::describe(side.call.op),
                     with);
}

std::string they(const std::vector<int>& ranks) {
  return ranks.size() == 1 ? "it" : "they";
}

std::string place_in(const Evidence& evidence, const facts::Call& call) {
  for (const RankEvidence& rank : evidence.ranks) {
    const std::string place = made_at(rank, call);
    if (!place.empty()) return place;
  }
  return "";
}

// "the all_reduce of train.py:14"; without a place, "the all_reduce of 1 × float32".
std::string the_call(const Evidence& evidence, const facts::Call& call) {
  std::string text = "the " + trace::describe(call.op);
  const std::string place = place_in(evidence, call);
  if (!place.empty()) return text + " of " + place;
  return has_elements(call) ? text + " of " + elements_words(call) : text;
}

std::string what_they_did(const Evidence& evidence, const facts::Divergence& divergence) {
  const std::string who = text::capitalized(text::rank_words(divergence.ranks));
  const std::string usual = they(divergence.ranks) + " made at this place in earlier steps";
  const std::string call = the_call(evidence, divergence.call);
  const std::string place = place_in(evidence, divergence.call);
  const std::string at = place.empty() ? "" : " at " + place;
  switch (divergence.how) {
    case How::kSkipped:
      if (divergence.calls == 1) return fmt::format("{} skipped {} that {}", who, call, usual);
      return fmt::format("{} skipped {} calls that {}, from {} on", who, divergence.calls, usual,
                         call);
    case How::kExtra:
      return fmt::format("{} called {}{}, which {} did not do at this place in earlier steps", who,
                         trace::describe(divergence.call.op), at, they(divergence.ranks));
    case How::kChanged:
      return fmt::format("{} passed other arguments{} than in earlier steps", who, at);
    case How::kUnknown:
      break;
  }
  return "";
}

// Where ranks paired different calls before the arguments gave it away.
std::string paired_by_chance(const Evidence& evidence, const facts::Divergence& divergence) {
  std::string text =
      fmt::format("The ranks diverge earlier, at call #{}, where the arguments match by chance",
                  divergence.seq);
  const auto sides = sides_at(evidence, divergence.group, divergence.seq, CompareBy::kPlace);
  const bool told = sides.size() > 1 && sides.size() <= kMostSides &&
                    std::ranges::none_of(sides, &std::string::empty, &CallSide::place);
  if (!told) return text;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    text +=
        fmt::format("{} {} called {} at {}", i == 0 ? ":" : ",", text::rank_words(sides[i].ranks),
                    trace::describe(sides[i].call.op), sides[i].place);
  }
  return text;
}

}  // namespace

const facts::Blocked* mismatched_call(const Evidence& evidence, const facts::Blocked* main) {
  std::vector<const facts::Blocked*> calls;
  const auto add = [&](const facts::Blocked& blocked) {
    const bool known = std::ranges::any_of(calls, [&](const facts::Blocked* other) {
      return other->call.seq == blocked.call.seq && same_group(other->group, blocked.group);
    });
    const bool collective = blocked.call.number != 0 && !trace::is_point_to_point(blocked.call.op);
    if (collective && !known && calls.size() < kMostSides) calls.push_back(&blocked);
  };
  if (main != nullptr) add(*main);
  for (const facts::Blocked& blocked : evidence.finding.blocked) add(blocked);
  const auto differs = [&](const facts::Blocked* blocked) {
    return sides_at(evidence, blocked->group, blocked->call.seq, CompareBy::kArguments).size() > 1;
  };
  const auto found = std::ranges::find_if(calls, differs);
  return found != calls.end() ? *found : nullptr;
}

std::string mismatch_words(const Evidence& evidence, const facts::Blocked& call) {
  const auto sides = sides_at(evidence, call.group, call.call.seq, CompareBy::kArguments);
  const bool same_op = std::ranges::all_of(
      sides, [&](const CallSide& side) { return side.call.op == call.call.op; });
  std::string text =
      fmt::format("{} #{} of {} does not match: ", same_op ? trace::describe(call.call.op) : "call",
                  call.call.seq, purpose(call.group));
  for (std::size_t i = 0; i < std::min(sides.size(), kMostSides); ++i) {
    text += (i == 0 ? "" : ", ") + passed(sides[i], sides);
  }
  if (sides.size() > kMostSides) {
    text += fmt::format(", and {} other variants", sides.size() - kMostSides);
  }
  return text;
}

std::string divergence_words(const Evidence& evidence, const facts::Blocked& call) {
  const auto& divergence = evidence.finding.divergence;
  if (!divergence) return "";
  std::string text;
  const bool before = divergence->seq != 0 && divergence->seq < call.call.seq &&
                      same_group(divergence->group, call.group);
  if (before) text += ". " + paired_by_chance(evidence, *divergence);
  const std::string did = divergence->ranks.empty() ? "" : what_they_did(evidence, *divergence);
  return did.empty() ? text : text + ". " + did;
}

}  // namespace gridlock::diagnosis
