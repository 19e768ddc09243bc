#include "harness/prover/messages.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "harness/prover/channels.h"
#include "harness/prover/recent_divergence.h"
#include "harness/prover/rules.h"
#include "harness/trace/dtype.h"

namespace gridlock::prover {
namespace {

using trace::Op;

struct Message {
  const Call* send = nullptr;
  const Call* recv = nullptr;
};
// group, source, destination, tag, position in this sequence
using Key = std::tuple<int, int, int, int, std::uint64_t>;
using Messages = std::map<Key, Message>;

bool is_watched(const Index& index, int group) {
  const BackendSemantics* semantics = index.group(group).semantics;
  return semantics != nullptr && semantics->different_arguments.contains({Op::kRecv, "count"});
}

void add(const Index& index, int rank, const std::vector<Call>& calls, Messages& messages) {
  for (const Call& call : calls) {
    const auto group = index.group_index(rank, call.group);
    if (!group || call.peer < 0 || !is_watched(index, *group)) continue;
    if (call.op == Op::kSend) messages[{*group, rank, call.peer, call.tag, call.seq}].send = &call;
    if (call.op == Op::kRecv) messages[{*group, call.peer, rank, call.tag, call.seq}].recv = &call;
  }
}

// Returns the bytes of a message, or 0 if the dtype is unknown.
std::uint64_t bytes(const Call& call) {
  return call.count * trace::width_of(call.dtype);
}

bool differs(const Message& message) {
  if (message.send == nullptr || message.recv == nullptr) return false;
  const bool known =
      trace::width_of(message.send->dtype) > 0 && trace::width_of(message.recv->dtype) > 0;
  return known && bytes(*message.send) != bytes(*message.recv);
}

Blocked side(const Index& index, int group, int rank, int peer, const Call& call) {
  Blocked blocked;
  blocked.rank = rank;
  blocked.call = call;
  blocked.group = *index.group(group).group;
  blocked.waits_for = {peer};
  return blocked;
}

Finding describe(const Index& index, const Key& key, const Message& message) {
  const auto& [group, source, destination, tag, position] = key;
  Finding finding;
  finding.kind = Kind::kDesync;
  finding.cls = Class::kMismatchedMessage;
  finding.at_fault = {std::min(source, destination), std::max(source, destination)};
  finding.rule =
      "The sizes differ, and the records do not show which rank left its sequence of calls";
  if (auto left = recent_divergence(index.snapshot(), finding.at_fault)) {
    finding.at_fault = left->ranks;
    finding.rule = rule_of(*left);
    finding.divergence = std::move(left);
  }
  finding.blocked = {side(index, group, destination, source, *message.recv),
                     side(index, group, source, destination, *message.send)};
  return finding;
}

}  // namespace

std::optional<Finding> different_sizes(const Index& index) {
  Messages messages;
  for (const RankFacts& facts : index.snapshot().ranks) {
    if (index.garbled(facts.rank)) continue;
    add(index, facts.rank, facts.recent, messages);
    add(index, facts.rank, facts.open, messages);
  }
  Channels channels(index);
  for (const auto& [key, message] : messages) {
    if (!differs(message)) continue;
    const auto& [group, source, destination, tag, position] = key;
    if (source == destination || channels.mixed(destination, group, tag)) continue;
    return describe(index, key, message);
  }
  return std::nullopt;
}

}  // namespace gridlock::prover
