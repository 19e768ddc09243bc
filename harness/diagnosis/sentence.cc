#include "harness/diagnosis/sentence.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/diagnosis/class_words.h"
#include "harness/diagnosis/doing.h"
#include "harness/diagnosis/rank_calls.h"
#include "harness/diagnosis/text.h"
#include "harness/diagnosis/waiting.h"
#include "harness/diagnosis/words.h"

namespace gridlock::diagnosis {
namespace {

using prover::Blocked;
using prover::Class;

constexpr std::size_t kMostLinks = 4;

// Beside those of the classes: a compile past its bound, and a stall in which nobody else is
// blocked (all ranks compile, say).
constexpr const char* kBlowup =
    "{Fault} {compile} far longer than smaller siblings predict ({blowup}): {doing}";
constexpr const char* kNobodyWaits = "{Fault} {keep} everything waiting: {doing}";

// "rank 0 waits in … for rank 1, which waits in … for rank 0".
std::string chain_words(const Evidence& evidence) {
  const auto links = chain(evidence.finding);
  if (links.empty()) return "who waits for whom is not recorded";
  std::string text = rank_list({links[0]->rank}) + " waits ";
  const std::size_t told = std::min(links.size(), kMostLinks);
  for (std::size_t i = 0; i < told; ++i) {
    if (i > 0) text += ", which waits ";
    const bool last = i + 1 == links.size();
    const auto& next = last ? links[i]->waits_for : std::vector{links[i + 1]->rank};
    text += in_what(*links[i]) + at_place(evidence, *links[i]) + " for " + rank_list(next);
  }
  return told < links.size() ? text + ", and so on" : text;
}

// "rank 1, which sleeps …", "ranks 1, 3, each of which sleeps …".
std::string which_doing(const Evidence& evidence) {
  const auto& ranks = evidence.finding.at_fault;
  const std::string list = rank_list(ranks);
  const std::string words = doing(evidence, ranks);
  if (words.starts_with("it ")) return list + ", which " + words.substr(3);
  if (words.starts_with("each ")) return list + ", each of which " + words.substr(5);
  return list + ": " + words;
}

struct FaultCall {
  prover::Call call;
  std::string place;
};

// The ranks at fault; where both sides of a mismatch are, those that the sentence is not about
// anyway.
std::vector<int> named(const prover::Finding& finding, const std::vector<int>& waiting) {
  const bool of_sides = finding.cls == Class::kMismatchedOperation ||
                        finding.cls == Class::kMismatchedArguments ||
                        finding.cls == Class::kDifferentOrder;
  std::vector<int> others = finding.at_fault;
  std::erase_if(others, [&](int rank) { return contains(waiting, rank); });
  return of_sides && !others.empty() ? others : finding.at_fault;
}

// What the first of `ranks` called with the number of the call that the others wait in.
std::optional<FaultCall> fault_call(const Evidence& evidence, const std::vector<int>& ranks,
                                    const Blocked& wait) {
  if (ranks.empty()) return std::nullopt;
  const int rank = ranks.front();
  for (const Blocked& blocked : evidence.finding.blocked) {
    const bool fits = blocked.rank == rank && same_group(blocked.group, wait.group) &&
                      blocked.call.number != 0 && blocked.call.seq == wait.call.seq;
    if (fits) return FaultCall{blocked.call, at_place(evidence, blocked)};
  }
  const RankEvidence* known = find(evidence, rank);
  const auto calls = known != nullptr ? read_calls(*known, wait.group) : std::nullopt;
  if (!calls || !calls->calls.contains(wait.call.seq)) return std::nullopt;
  return FaultCall{calls->calls.at(wait.call.seq).call, ""};
}

struct Arguments {
  std::string fault = "other arguments";
  std::string others = "its own";
};

Arguments arguments(const prover::Call& fault, const prover::Call& others) {
  std::vector<std::string> mine;
  std::vector<std::string> theirs;
  for (const Difference& difference : differences(fault, others)) {
    mine.push_back(difference.mine);
    theirs.push_back(difference.theirs);
  }
  if (mine.empty()) return {};
  return {enumeration(mine), enumeration(theirs)};
}

const char* template_for(const Evidence& evidence, bool somebody_waits) {
  if (evidence.blowup && evidence.blowup->past_bound) return kBlowup;
  const bool stall = evidence.finding.kind == prover::Kind::kStall;
  return stall && !somebody_waits ? kNobodyWaits : words_of(evidence.finding.cls).sentence;
}

}  // namespace

std::string sentence(const Evidence& evidence) {
  const prover::Finding& finding = evidence.finding;
  const Waiting waiting = main_wait(finding);
  static const Blocked kNobody;
  const bool known = waiting.wait != nullptr;
  const Blocked& wait = known ? *waiting.wait : kNobody;
  const std::vector<int> at_fault = named(finding, waiting.ranks);
  const auto instead = fault_call(evidence, at_fault, wait);
  const Arguments args = instead ? arguments(instead->call, wait.call) : Arguments{};
  const std::string fault = rank_list(at_fault);
  const std::string waiters = known ? rank_list(waiting.ranks) : "the others";
  const bool one_waits = waiting.ranks.size() == 1;
  const bool one_at_fault = at_fault.size() == 1;
  const auto peer = wait.call.peer >= 0 ? std::vector{wait.call.peer} : finding.at_fault;
  const std::string text = fmt::format(
      fmt::runtime(template_for(evidence, known)),  //
      fmt::arg("Fault", capitalised(fault)), fmt::arg("fault", fault),
      fmt::arg("Waiters", capitalised(waiters)), fmt::arg("waiters", waiters),
      fmt::arg("wait", one_waits ? "waits" : "wait"),
      fmt::arg("keep", one_at_fault ? "keeps" : "keep"),
      fmt::arg("compile", one_at_fault ? "compiles" : "compile"),
      fmt::arg("call", known ? call_words(wait.call, wait.group) : "a call"),
      fmt::arg("group", known ? label(wait.group) : "a group"),
      fmt::arg("place", known ? at_place(evidence, wait) : ""),
      fmt::arg("in_what", known ? in_what(wait) : "in a call"),
      fmt::arg("fault_call", instead ? call_words(instead->call) : "something else"),
      fmt::arg("fault_place", instead ? instead->place : ""), fmt::arg("fault_args", args.fault),
      fmt::arg("args", args.others), fmt::arg("peer", rank_list(peer)),
      fmt::arg("peer_doing", doing(evidence, peer)),
      fmt::arg("doing", doing(evidence, finding.at_fault)),
      fmt::arg("which_doing", which_doing(evidence)), fmt::arg("chain", chain_words(evidence)),
      fmt::arg("blowup", evidence.blowup ? describe(*evidence.blowup) : ""));
  if (waiting.in_turn.empty() || finding.kind == prover::Kind::kDesync) return text;
  return text + fmt::format("; {} {} in turn", rank_list(waiting.in_turn),
                            waiting.in_turn.size() == 1 ? "waits" : "wait");
}

std::string advice(Class cls) {
  return words_of(cls).advice;
}

}  // namespace gridlock::diagnosis
