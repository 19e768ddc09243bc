#include "harness/diagnosis/mismatch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

#include "harness/diagnosis/fork.h"
#include "harness/diagnosis/sides.h"
#include "harness/diagnosis/waiting.h"
#include "harness/diagnosis/words.h"
#include "harness/prover/signature.h"
#include "harness/text/names.h"
#include "harness/text/quantity.h"
#include "harness/text/rank_list.h"
#include "harness/trace/operation.h"
#include "harness/trace/pass.h"

namespace gridlock::diagnosis {
namespace {

using How = facts::Divergence::How;

constexpr std::size_t kMostSides = 4;

// Returns text such as " (1 MiB, backward of layers.3, train.py:14)". The size of a small tensor is
// left out.
std::string in_brackets(const CallSide& side) {
  std::string text = bytes_words(side.call);
  const std::string site = site_words(side.site);
  if (!site.empty()) text += (text.empty() ? "" : ", ") + site;
  return text.empty() ? "" : " (" + text + ")";
}

// Returns the arguments that differ. Leaves out elements and dtype, which the caller always writes.
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
  // The first side is compared with the second one, and all others with the first one. Each side
  // therefore names a difference.
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
    const std::string place = site_of(rank, call).place;
    if (!place.empty()) return place;
  }
  return "";
}

// Returns text such as "the all_reduce of train.py:14 (backward)" or, if the place is unknown, "the
// all_reduce of 1 × float32".
std::string the_call(const Evidence& evidence, const facts::Call& call) {
  std::string text = "the " + trace::describe(call.op);
  const std::string place = place_in(evidence, call), pass = trace::describe(call.pass);
  if (!place.empty()) text += " of " + place;
  if (place.empty() && has_elements(call)) text += " of " + elements_words(call);
  return pass.empty() ? text : text + " (" + pass + ")";
}

// Returns the most frequent call of the ranks that did not diverge, such as "all_reduce #6 at
// train.py:30".
std::string call_of_others(const Evidence& evidence, const facts::Divergence& divergence) {
  const auto sides = sides_at(evidence, divergence.group, divergence.seq, CompareBy::kArguments);
  const CallSide* most = nullptr;
  for (const CallSide& side : sides) {
    const bool diverged = contains(divergence.ranks, side.ranks.front());
    if (!diverged && (most == nullptr || side.ranks.size() > most->ranks.size())) most = &side;
  }
  if (most == nullptr) return fmt::format("call #{}", divergence.seq);
  const std::string place = place_in(evidence, most->call);
  return call_words(most->call) + (place.empty() ? "" : " at " + place);
}

// Returns text such as " left its loop after 19 steps of 3 calls, or" if that is how the ranks may
// have skipped a call.
std::string loop_words(const facts::Divergence& divergence) {
  const facts::Loop& loop = divergence.left;
  if (loop.steps == 0) return "";
  return fmt::format(" left {} loop after {} of {}, or",
                     divergence.ranks.size() == 1 ? "its" : "their",
                     text::count_of(static_cast<std::size_t>(loop.steps), "step"),
                     text::count_of(static_cast<std::size_t>(loop.calls), "call"));
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
      return fmt::format("{} skipped {} calls that {}, beginning with {}", who, divergence.calls,
                         usual, call);
    case How::kExtra:
      return fmt::format("{} called {}{}, which {} did not do at this place in earlier steps", who,
                         trace::describe(divergence.call.op), at, they(divergence.ranks));
    case How::kSkippedOrExtra:
      return fmt::format(
          "{} either{} skipped {}, which the others called, or made one call too many: the log has "
          "no earlier {} from {}",
          who, loop_words(divergence), call_of_others(evidence, divergence),
          trace::describe(divergence.call.op), place.empty() ? "that line" : place);
    case How::kChanged:
      return fmt::format("{} passed other arguments{} than in earlier steps", who, at);
    case How::kUnknown:
      break;
  }
  return "";
}

// Returns text such as ": rank 0 called all_gather at train.py:14 (backward of layers.3), rank 1
// called …".
std::string who_called_what(const std::vector<CallSide>& sides) {
  const auto unknown = [](const CallSide& side) { return site_words(side.site).empty(); };
  if (sides.size() < 2 || sides.size() > kMostSides || std::ranges::any_of(sides, unknown)) {
    return "";
  }
  std::string text;
  for (const CallSide& side : sides) {
    const std::string pass = pass_words(side.site);
    text += fmt::format("{} {} called {}", text.empty() ? ":" : ",", text::rank_words(side.ranks),
                        trace::describe(side.call.op));
    if (!side.site.place.empty()) text += " at " + side.site.place;
    if (!pass.empty()) text += side.site.place.empty() ? " in " + pass : " (" + pass + ")";
  }
  return text;
}

// Returns text about calls that paired by accident before the arguments showed the divergence.
std::string paired_by_accident(const Evidence& evidence, const facts::Group& group,
                               const Fork& fork) {
  return fmt::format("The ranks diverge earlier, at call #{}; {}", fork.first, fork_words(fork)) +
         who_called_what(sides_at(evidence, group, fork.first, CompareBy::kSite));
}

bool is_collective(const facts::Blocked& blocked) {
  return blocked.call.number != 0 && !trace::is_point_to_point(blocked.call.op);
}

}  // namespace

bool is_mismatch(facts::Class cls) {
  return cls == facts::Class::kMismatchedOperation || cls == facts::Class::kMismatchedArguments ||
         cls == facts::Class::kDifferentOrder;
}

const facts::Blocked* mismatched_call(const Evidence& evidence, const facts::Blocked* main) {
  std::vector<const facts::Blocked*> calls;
  const auto add = [&](const facts::Blocked& blocked) {
    const bool known = std::ranges::any_of(calls, [&](const facts::Blocked* other) {
      return other->call.seq == blocked.call.seq && same_group(other->group, blocked.group);
    });
    if (is_collective(blocked) && !known && calls.size() < kMostSides) calls.push_back(&blocked);
  };
  if (main != nullptr) add(*main);
  for (const facts::Blocked& blocked : evidence.finding.blocked) add(blocked);
  const auto differs = [&](const facts::Blocked* blocked) {
    return sides_at(evidence, blocked->group, blocked->call.seq, CompareBy::kArguments).size() > 1;
  };
  const auto found = std::ranges::find_if(calls, differs);
  return found != calls.end() ? *found : nullptr;
}

std::string mismatched_operations(const Evidence& evidence, const facts::Blocked& call) {
  std::set<std::string> names;
  for (const CallSide& side :
       sides_at(evidence, call.group, call.call.seq, CompareBy::kArguments)) {
    names.insert(trace::describe(side.call.op));
  }
  return fmt::format("{}", fmt::join(names, "|"));
}

std::string mismatch_words(const Evidence& evidence, const facts::Blocked& call) {
  const auto sides = sides_at(evidence, call.group, call.call.seq, CompareBy::kArguments);
  const bool same_op = std::ranges::all_of(
      sides, [&](const CallSide& side) { return side.call.op == call.call.op; });
  std::string text =
      fmt::format("{} #{} of {} does not match: ", same_op ? trace::describe(call.call.op) : "Call",
                  call.call.seq, purpose(call.group));
  for (std::size_t i = 0; i < std::min(sides.size(), kMostSides); ++i) {
    text += (i == 0 ? "" : ", ") + passed(sides[i], sides);
  }
  if (sides.size() > kMostSides) {
    text += ", and " + text::count_of(sides.size() - kMostSides, "other variant");
  }
  return text;
}

std::string message_words(const Evidence& evidence) {
  std::string text;
  for (const facts::Blocked& blocked : evidence.finding.blocked) {
    const facts::Call& call = blocked.call;
    const RankEvidence* rank = find(evidence, blocked.rank);
    const CallSide side{{blocked.rank}, call, rank != nullptr ? site_of(*rank, call) : CallSite{}};
    const bool sends = call.op == trace::Op::kSend;
    text += text.empty() ? fmt::format("{} of {} does not fit its send: ", call_words(call),
                                       purpose(blocked.group))
                         : ", ";
    text += fmt::format("rank {} {} {} {} rank {}{}", blocked.rank, sends ? "sends" : "receives",
                        elements_words(call), sends ? "to" : "from", call.peer, in_brackets(side));
  }
  return text;
}

std::string divergence_words(const Evidence& evidence, const facts::Blocked& call) {
  const auto fork = find_fork(evidence, call.group);
  const bool before = fork && fork->first < call.call.seq && is_collective(call);
  const std::string text =
      before ? ". " + paired_by_accident(evidence, call.group, *fork) : std::string();
  const auto& divergence = evidence.finding.divergence;
  if (!divergence || divergence->ranks.empty()) return text;
  const std::string did = what_they_did(evidence, *divergence);
  return did.empty() ? text : text + ". " + did;
}

}  // namespace gridlock::diagnosis
