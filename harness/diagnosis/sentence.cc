#include "harness/diagnosis/sentence.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/diagnosis/class_words.h"
#include "harness/diagnosis/doing.h"
#include "harness/diagnosis/handling.h"
#include "harness/diagnosis/membership.h"
#include "harness/diagnosis/mismatch.h"
#include "harness/diagnosis/rank_calls.h"
#include "harness/diagnosis/waiting.h"
#include "harness/diagnosis/words.h"
#include "harness/text/names.h"
#include "harness/text/rank_list.h"
#include "harness/trace/operation.h"

namespace gridlock::diagnosis {
namespace {

using facts::Blocked;
using facts::Class;

constexpr std::size_t kMostLinks = 4;

// Sentences that belong to no class: for a compile past its bound, for different lists of members,
// and for a stall in which no other rank is blocked, for example because all ranks compile.
constexpr const char* kBlowup =
    "{Fault} {compile} far longer than smaller cells predict ({blowup}): {doing}";
constexpr const char* kDifferentMembers =
    "{different_members}; all ranks must pass the same list to new_group";
constexpr const char* kNamesakes =
    "{namesakes}; torch gives groups the same name unless every rank calls new_group for every "
    "group, so they may have connected to the wrong ranks";
// Sentence for a rank at fault that is alive and may still call the collective.
constexpr const char* kNotYet =
    "{Fault} {has} not called {call} yet; {doing}; {waiters} {wait} for it{place}";
constexpr const char* kNobodyWaits = "{Fault} {keep} the job waiting: {doing}";

// Returns text such as "rank 0 waits in … for rank 1, which waits in … for rank 0".
std::string chain_words(const Evidence& evidence) {
  const auto links = chain(evidence.finding);
  if (links.empty()) return "the records do not show which rank waits for which";
  std::string text = text::rank_words({links[0]->rank}) + " waits ";
  const std::size_t told = std::min(links.size(), kMostLinks);
  for (std::size_t i = 0; i < told; ++i) {
    if (i > 0) text += ", which waits ";
    const bool last = i + 1 == links.size();
    const auto& next = last ? links[i]->waits_for : std::vector{links[i + 1]->rank};
    const bool lock = links[i]->wait.on == facts::Wait::On::kLock;
    text += in_what(*links[i]) + at_place(evidence, *links[i]) + (lock ? " held by " : " for ") +
            text::rank_words(next);
  }
  return told < links.size() ? text + ", and so on" : text;
}

// Returns text such as "rank 1, which sleeps …" or "ranks 1, 3, each of which sleeps …".
std::string which_doing(const Evidence& evidence) {
  const auto& ranks = evidence.finding.at_fault;
  const std::string list = text::rank_words(ranks);
  const std::string words = doing(evidence, ranks);
  if (words.starts_with("it ")) return list + ", which " + words.substr(3);
  if (words.starts_with("each ")) return list + ", each of which " + words.substr(5);
  return list + ": " + words;
}

// Returns text about a mismatch. If the records lack the calls of one side, the text only says that
// there is a mismatch.
std::string mismatch(const Evidence& evidence, const Blocked* call, const Blocked& wait) {
  if (call != nullptr) return mismatch_words(evidence, *call);
  return fmt::format(
      "{} made a call that does not match {}",
      text::capitalized(text::rank_words(evidence.finding.at_fault)),
      wait.call.number != 0 ? call_words(wait.call, wait.group) : "the call of the other ranks");
}

// Returns those of `ranks` that the description of the mismatch does not name.
std::vector<int> beside(std::vector<int> ranks, const facts::Finding& finding,
                        const Blocked* mismatch) {
  if (mismatch == nullptr) return ranks;
  for (const Blocked& blocked : finding.blocked) {
    const bool told =
        blocked.call.seq == mismatch->call.seq && same_group(blocked.group, mismatch->group);
    if (told) std::erase(ranks, blocked.rank);
  }
  return ranks;
}

// Returns whether all ranks at fault are live members of the group that have not called the
// collective.
bool may_call_it_yet(const Evidence& evidence, const Blocked& wait) {
  using On = facts::Wait::On;
  const bool on_call = wait.wait.on != On::kStore && wait.wait.on != On::kBuild;
  if (!on_call || wait.call.seq == 0 || trace::is_point_to_point(wait.call.op)) return false;
  return std::ranges::all_of(evidence.finding.at_fault, [&](int rank) {
    const RankEvidence* known = find(evidence, rank);
    const auto calls = known != nullptr ? read_calls(*known, wait.group) : std::nullopt;
    return calls && calls->enqueued < wait.call.seq && may_call(evidence.finding, *known);
  });
}

// Returns whether a rank waits in a group, or in its creation, although no member is missing.
bool is_stuck_among_all(const facts::Finding& finding) {
  return std::ranges::any_of(finding.blocked,
                             [](const Blocked& blocked) { return blocked.waits_for.empty(); });
}

// Texts about differences in how ranks created groups. Both are "" if there are none, or if the
// finding is about something else.
struct Creations {
  std::string different_members;
  std::string namesakes;
};

Creations creations_of(const Evidence& evidence) {
  if (evidence.finding.cls != Class::kGroupMembership) return {};
  Creations result{different_members(evidence), ""};
  const bool stuck = result.different_members.empty() && is_stuck_among_all(evidence.finding);
  if (stuck) result.namesakes = groups_of_one_name(evidence);
  return result;
}

const char* template_for(const Evidence& evidence, const Blocked* wait,
                         const Creations& creations) {
  if (evidence.blowup && evidence.blowup->past_bound) return kBlowup;
  if (!creations.different_members.empty()) return kDifferentMembers;
  if (!creations.namesakes.empty()) return kNamesakes;
  if (evidence.finding.kind == facts::Kind::kStall) {
    if (wait == nullptr) return kNobodyWaits;
    if (!facts::is_final(evidence.finding) && may_call_it_yet(evidence, *wait)) return kNotYet;
  }
  return words_of(evidence.finding.cls).sentence;
}

// Returns the word for a call that was not made: "never" only if the finding is proved.
std::string never(bool is_proved, bool one) {
  return is_proved ? "never" : one ? "has not" : "have not";
}

}  // namespace

std::string sentence(const Evidence& evidence) {
  const facts::Finding& finding = evidence.finding;
  const Waiting waiting = main_wait(finding);
  static const Blocked kNobody;
  const bool known = waiting.wait != nullptr;
  const Blocked& wait = known ? *waiting.wait : kNobody;
  const Blocked* mismatched =
      is_mismatch(finding.cls) ? mismatched_call(evidence, waiting.wait) : nullptr;
  const std::vector<int>& at_fault = finding.at_fault;
  const std::string fault = text::rank_words(at_fault);
  const std::string waiters = known ? text::rank_words(waiting.ranks) : "the others";
  const bool one_waits = waiting.ranks.size() == 1;
  const bool one_at_fault = at_fault.size() == 1;
  const bool is_proved = facts::is_final(finding);
  const auto peer = wait.call.peer >= 0 ? std::vector{wait.call.peer} : finding.at_fault;
  const Creations creations = creations_of(evidence);
  const std::string text = fmt::format(
      fmt::runtime(template_for(evidence, waiting.wait, creations)),  //
      fmt::arg("Fault", text::capitalized(fault)), fmt::arg("fault", fault),
      fmt::arg("Waiters", text::capitalized(waiters)), fmt::arg("waiters", waiters),
      fmt::arg("wait", one_waits ? "waits" : "wait"),
      fmt::arg("has", one_at_fault ? "has" : "have"),
      fmt::arg("never", never(is_proved, one_at_fault)),
      fmt::arg("peer_never_receives", is_proved ? "never receives" : "has not received"),
      fmt::arg("peer_never_sends", is_proved ? "never sends" : "has not sent"),
      fmt::arg("or_can", is_proved ? " or can set now" : ""),
      fmt::arg("keep", one_at_fault ? "keeps" : "keep"),
      fmt::arg("is", one_at_fault ? "is" : "are"),
      fmt::arg("compile", one_at_fault ? "compiles" : "compile"),
      fmt::arg("call", known ? call_words(wait.call, wait.group) : "a call"),
      fmt::arg("group", known ? label(wait.group) : "a group"),
      fmt::arg("place", known ? at_place(evidence, wait) : ""),
      fmt::arg("in_what", known ? in_what(wait) : "in a call"),
      fmt::arg("mismatch", mismatch(evidence, mismatched, wait)),
      fmt::arg("message", finding.cls == Class::kMismatchedMessage ? message_words(evidence) : ""),
      fmt::arg("peer", text::rank_words(peer)), fmt::arg("peer_doing", doing(evidence, peer)),
      fmt::arg("doing", doing(evidence, at_fault)),
      fmt::arg("Doing", text::capitalized(rank_doing(evidence, at_fault))),
      fmt::arg("different_members", text::capitalized(creations.different_members)),
      fmt::arg("namesakes", text::capitalized(creations.namesakes)),
      fmt::arg("which_doing", which_doing(evidence)), fmt::arg("chain", chain_words(evidence)),
      fmt::arg("blowup", evidence.blowup ? describe(*evidence.blowup) : ""));
  const std::vector<int> behind = beside(waiting.in_turn, finding, mismatched);
  const bool in_turn = !behind.empty() && finding.kind != facts::Kind::kDesync;
  const std::string others = text::rank_words(behind);
  const char* also = behind.size() == 1 ? "waits" : "wait";
  return text + (in_turn ? fmt::format("; {} {}, too", others, also) : "") +
         divergence_words(evidence, mismatched != nullptr ? *mismatched : wait) +
         handling_sentences(evidence);
}

std::string advice(Class cls) {
  return words_of(cls).advice;
}

}  // namespace gridlock::diagnosis
