#include "harness/diagnosis/waiting.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/diagnosis/activity.h"
#include "harness/diagnosis/words.h"
#include "harness/facts/store_key.h"
#include "harness/text/utf8.h"
#include "harness/trace/operation.h"

namespace gridlock::diagnosis {
namespace {

using facts::Blocked;
using facts::Finding;
using On = facts::Wait::On;

bool has_call(On on) {
  return on == On::kCall || on == On::kIssue || on == On::kBackward;
}

// Returns whether two ranks wait in the same call of the same group, or for the same keys.
bool same_wait(const Blocked& a, const Blocked& b) {
  if (a.wait.on != b.wait.on || !same_group(a.group, b.group)) return false;
  if (!has_call(a.wait.on)) return a.wait.keys == b.wait.keys;
  const bool peers_agree = !trace::is_point_to_point(a.call.op) || a.call.peer == b.call.peer;
  return a.call.op == b.call.op && a.call.seq == b.call.seq && peers_agree;
}

std::vector<int> ranks_in(const std::vector<const Blocked*>& waits, const Blocked& wait) {
  std::vector<int> ranks;
  for (const Blocked* other : waits) {
    if (same_wait(*other, wait) && !contains(ranks, other->rank)) ranks.push_back(other->rank);
  }
  std::ranges::sort(ranks);
  return ranks;
}

bool waits_for_any(const Blocked& blocked, const std::vector<int>& ranks) {
  return std::ranges::any_of(blocked.waits_for, [&](int rank) { return contains(ranks, rank); });
}

// Returns whether the finding is about an unmatched message or a store key, and `blocked` waits for
// one.
bool is_its_matter(const Finding& finding, const Blocked& blocked) {
  using facts::Class;
  const trace::Op op = blocked.call.op;
  if (finding.cls == Class::kStoreKey) return blocked.wait.on == On::kStore;
  if (!has_call(blocked.wait.on)) return false;
  if (finding.cls == Class::kUnmatchedSend) return op == trace::Op::kSend;
  const bool receives = op == trace::Op::kRecv || op == trace::Op::kRecvAnysource;
  return finding.cls == Class::kUnmatchedRecv && receives;
}

std::vector<const Blocked*> candidates(const Finding& finding) {
  std::vector<const Blocked*> waits;
  for (const Blocked& blocked : finding.blocked) {
    if (is_its_matter(finding, blocked)) waits.push_back(&blocked);
  }
  if (!waits.empty()) return waits;
  for (const Blocked& blocked : finding.blocked) {
    if (!contains(finding.at_fault, blocked.rank) && waits_for_any(blocked, finding.at_fault)) {
      waits.push_back(&blocked);
    }
  }
  if (!waits.empty()) return waits;
  for (const Blocked& blocked : finding.blocked) waits.push_back(&blocked);
  return waits;
}

const Blocked* next_in_chain(const Finding& finding, const Blocked& from) {
  const Blocked* next = nullptr;
  for (const int rank : from.waits_for) {
    const Blocked* blocked = blocked_of(finding, rank);
    if (blocked == nullptr) continue;
    if (contains(finding.at_fault, rank)) return blocked;
    if (next == nullptr) next = blocked;
  }
  return next;
}

}  // namespace

bool contains(const std::vector<int>& ranks, int rank) {
  return std::ranges::find(ranks, rank) != ranks.end();
}

Waiting main_wait(const Finding& finding) {
  const auto waits = candidates(finding);
  Waiting waiting;
  for (const Blocked* wait : waits) {
    // This rank is already part of the largest wait so far.
    if (contains(waiting.ranks, wait->rank)) continue;
    auto ranks = ranks_in(waits, *wait);
    if (ranks.size() > waiting.ranks.size()) waiting = {wait, std::move(ranks), {}};
  }
  for (const Blocked& blocked : finding.blocked) {
    const bool named =
        contains(waiting.ranks, blocked.rank) || contains(finding.at_fault, blocked.rank);
    if (!named && !contains(waiting.in_turn, blocked.rank)) waiting.in_turn.push_back(blocked.rank);
  }
  std::ranges::sort(waiting.in_turn);
  return waiting;
}

const Blocked* blocked_of(const Finding& finding, int rank) {
  const auto found = std::ranges::find(finding.blocked, rank, &Blocked::rank);
  return found != finding.blocked.end() ? &*found : nullptr;
}

std::vector<const Blocked*> chain(const Finding& finding) {
  std::vector<const Blocked*> links;
  if (finding.at_fault.empty()) return links;
  const Blocked* link = blocked_of(finding, finding.at_fault.front());
  while (link != nullptr && std::ranges::find(links, link) == links.end()) {
    links.push_back(link);
    link = next_in_chain(finding, *link);
  }
  return links;
}

std::string in_what(const Blocked& blocked) {
  switch (blocked.wait.on) {
    case On::kCall:
    case On::kIssue:
      return "in " + call_words(blocked.call, blocked.group);
    case On::kBackward:
      return "in backward (" + call_words(blocked.call, blocked.group) + ")";
    case On::kStore:
      return "for " + facts::describe(blocked.wait.keys);
    case On::kThread:
      return "for another of its threads, which holds the store";
    case On::kBuild:
      return "in the creation of " + label(blocked.group);
    case On::kLock:
      return "for a lock";
  }
  return "";
}

std::string wait_words(const RankEvidence& rank) {
  if (!rank.wait || !rank.end.empty()) return "";
  Blocked blocked;
  blocked.wait = *rank.wait;
  const auto group = static_cast<std::size_t>(blocked.wait.group);
  if (group < rank.groups.size()) blocked.group = rank.groups[group];
  return "waits " + in_what(blocked);
}

std::string lock_words(const RankEvidence& rank) {
  return rank.in_kernel.starts_with(kWaitsForLockOf) ? "; it " + text::clean(rank.in_kernel) : "";
}

}  // namespace gridlock::diagnosis
