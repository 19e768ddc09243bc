#include "harness/prover/channels.h"

#include <algorithm>

namespace gridlock::prover {

using trace::Op;

Channels::Rank& Channels::of(int rank) {
  Rank& result = ranks_[static_cast<std::size_t>(rank)];
  if (!result.read) read(rank, result);
  result.read = true;
  return result;
}

void Channels::read(int rank, Rank& result) {
  const RankFacts& facts = index_.facts(rank);
  std::vector<const Call*> calls;
  for (const Call& call : facts.open) calls.push_back(&call);
  for (const Call& call : facts.recent) calls.push_back(&call);
  std::ranges::sort(calls, std::ranges::greater{}, &Call::number);
  // Duplicate call numbers mean corrupt records, so nothing is counted for this rank.
  if (std::ranges::adjacent_find(calls, {}, &Call::number) != calls.end()) return;
  std::uint32_t expected = calls.empty() ? 0 : calls.front()->number;
  for (const Call* call : calls) {
    if (call->number != expected) break;
    --expected;
    const auto group = index_.group_index(rank, call->group);
    if (!group || !trace::is_point_to_point(call->op)) continue;
    const int peer = call->op == Op::kRecvAnysource ? -1 : call->peer;
    std::uint64_t& count = result.issued[{*group, call->op, peer, call->tag}];
    count = std::max(count, call->seq);
  }
  result.complete = expected == 0;
}

std::optional<std::uint64_t> Channels::issued(int rank, int group, Op op, int peer, int tag) {
  const Rank& facts = of(rank);
  const auto found = facts.issued.find({group, op, peer, tag});
  if (found != facts.issued.end()) return found->second;
  if (facts.complete) return 0;
  return std::nullopt;
}

bool Channels::mixed(int rank, int group, int tag) {
  return of(rank).issued.contains({group, Op::kRecvAnysource, -1, tag});
}

bool Channels::names_sources(int rank, int group, int tag) {
  return std::ranges::any_of(of(rank).issued, [&](const auto& entry) {
    const auto& [where, op, peer, its_tag] = entry.first;
    return where == group && op == Op::kRecv && its_tag == tag;
  });
}

std::optional<std::uint64_t> Channels::between(int rank, int group, int peer) {
  const Rank& facts = of(rank);
  if (!facts.complete) return std::nullopt;
  std::uint64_t total = 0;
  for (const auto& [key, count] : facts.issued) {
    const auto& [where, op, its_peer, tag] = key;
    if (where == group && (its_peer == peer || op == Op::kRecvAnysource)) total += count;
  }
  return total;
}

std::optional<std::uint64_t> Channels::sent_to(int rank, int group, int tag) {
  const auto [found, fresh] = traffic_.try_emplace(group);
  Traffic& traffic = found->second;
  for (const Member& member : index_.group(group).members) {
    if (!fresh) break;
    const Rank& facts = of(member.rank);
    traffic.known = traffic.known && facts.complete;
    for (const auto& [key, count] : facts.issued) {
      const auto& [where, op, peer, its_tag] = key;
      if (where == group && op == Op::kSend) traffic.sent[{peer, its_tag}] += count;
    }
  }
  if (!traffic.known) return std::nullopt;
  const auto sent = traffic.sent.find({rank, tag});
  return sent == traffic.sent.end() ? 0 : sent->second;
}

}  // namespace gridlock::prover
