#include "harness/diagnosis/early_exit.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/diagnosis/frame.h"
#include "harness/diagnosis/sides.h"
#include "harness/diagnosis/signature.h"
#include "harness/diagnosis/waiting.h"
#include "harness/diagnosis/words.h"
#include "harness/text/names.h"
#include "harness/text/rank_list.h"
#include "harness/trace/operation.h"

namespace gridlock::diagnosis {
namespace {

// A collective that finished ranks never called although other ranks were in it.
struct LeftOut {
  facts::Group group;
  std::uint64_t seq = 0;
  std::vector<int> finished;
  CallSide others;
};

// Returns the call that most ranks made with this sequence number, and these ranks. Returns nullopt
// if no log contains such a call any more.
std::optional<CallSide> main_side(const Evidence& evidence, const facts::Group& group,
                                  std::uint64_t seq) {
  std::vector<CallSide> sides = sides_at(evidence, group, seq, CompareBy::kArguments);
  const auto most =
      std::ranges::max_element(sides, {}, [](const CallSide& side) { return side.ranks.size(); });
  return most == sides.end() ? std::nullopt : std::optional(std::move(*most));
}

// Returns the ranks of `finished` that are in the group `like` and have issued exactly
// `like.enqueued` calls of it.
std::vector<int> finished_with(const Evidence& evidence, const facts::Group& like,
                               const std::vector<int>& finished) {
  std::vector<int> ranks;
  for (const RankEvidence& rank : evidence.ranks) {
    const bool same = std::ranges::any_of(rank.groups, [&](const facts::Group& group) {
      return same_group(group, like) && group.enqueued == like.enqueued;
    });
    if (same && contains(finished, rank.rank)) ranks.push_back(rank.rank);
  }
  return ranks;
}

std::optional<LeftOut> most_waited_for(const Evidence& evidence, const std::vector<int>& finished) {
  std::optional<LeftOut> found;
  for (const int rank : finished) {
    const RankEvidence* known = find(evidence, rank);
    if (known == nullptr) continue;
    for (const facts::Group& group : known->groups) {
      auto others = main_side(evidence, group, group.enqueued + 1);
      if (!others || (found && others->ranks.size() <= found->others.ranks.size())) continue;
      found = {group, group.enqueued + 1, finished_with(evidence, group, finished),
               std::move(*others)};
    }
  }
  return found;
}

// Returns text such as "all_gather #96", or "call #96" if the call is in no log any more.
std::string last_call(const Evidence& evidence, const LeftOut& left) {
  const std::uint64_t last = left.seq - 1;
  const auto side = main_side(evidence, left.group, last);
  return side ? call_words(side->call) : fmt::format("call #{}", last);
}

// Returns the named frame of the first rank in the call that has a known stack.
std::optional<Frame> frame_of(const Evidence& evidence, const CallSide& others) {
  for (const int rank : others.ranks) {
    const RankEvidence* known = find(evidence, rank);
    const ThreadStack* stack = known != nullptr ? main_thread(known->threads) : nullptr;
    if (stack != nullptr) return named_frame(stack->frames);
  }
  return std::nullopt;
}

std::string sentence_of(const Evidence& evidence, const LeftOut& left,
                        const std::optional<Frame>& frame) {
  const bool is_default = left.group.description == "default_pg" || left.group.description.empty();
  const std::string of_group = is_default ? "" : " of " + label(left.group);
  std::string at = left.others.site.place;
  if (at.empty() && frame) at = place(*frame);
  return fmt::format("{} finished {}; {} {} in {}{}{}, which {} never called",
                     text::capitalized(text::rank_enumeration(left.finished)),
                     left.seq == 1 ? "without a call" + (is_default ? "" : of_group)
                                   : "after " + last_call(evidence, left),
                     text::rank_enumeration(left.others.ranks),
                     left.others.ranks.size() == 1 ? "was" : "were", call_words(left.others.call),
                     of_group, at.empty() ? "" : " at " + at,
                     text::rank_enumeration(left.finished));
}

}  // namespace

std::optional<EarlyExit> find_early_exit(const Evidence& evidence,
                                         const std::vector<int>& finished) {
  const auto left = most_waited_for(evidence, finished);
  if (!left) return std::nullopt;
  const auto frame = frame_of(evidence, left->others);
  const bool described = !left->group.description.empty();
  return EarlyExit{left->finished, sentence_of(evidence, *left, frame),
                   signature_of({"crash", "exited early", trace::describe(left->others.call.op),
                                 described ? purpose(left->group) : "", users_function(frame)})};
}

}  // namespace gridlock::diagnosis
