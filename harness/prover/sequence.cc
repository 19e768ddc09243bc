#include "harness/prover/sequence.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "harness/prover/signature.h"

namespace gridlock::prover {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 29);
}

std::uint64_t number_of(int value) {
  return static_cast<std::uint64_t>(value);
}

// Returns, for each group of the rank, a hash that is equal on all ranks. The hash is made from the
// group's description and size, and from a number that distinguishes groups that agree in both. It
// is not made from name and members, because these differ between the ranks' submeshes.
std::vector<std::uint64_t> purposes_of(const RankFacts& facts) {
  std::map<std::pair<std::string, std::size_t>, std::uint64_t> made;
  std::vector<std::uint64_t> result;
  for (const Group& group : facts.groups) {
    const std::uint64_t nth = ++made[{group.description, group.members.size()}];
    const std::uint64_t text = std::hash<std::string>{}(group.description);
    result.push_back(mix(mix(mix(1, text), group.members.size()), nth));
  }
  return result;
}

std::uint64_t arguments_of(const Call& call) {
  const bool message = trace::is_point_to_point(call.op);
  const CallSignature agreed = signature(call);
  std::uint64_t hash = mix(2, number_of(message ? call.dtype : agreed.dtype));
  hash = mix(hash, number_of(agreed.reduce_op));
  hash = mix(hash, number_of(message ? call.peer : agreed.root));
  hash = mix(hash, number_of(message ? call.tag : 0));
  hash = mix(hash, message ? call.count : agreed.count);
  return mix(hash, message ? call.shape_hash : agreed.shape_hash);
}

template <typename Wanted>
Sequence hashed_calls_of(const RankFacts& facts, Wanted wanted) {
  const std::vector<std::uint64_t> purposes = purposes_of(facts);
  Sequence result;
  for (const auto* calls : {&facts.recent, &facts.open}) {
    for (const Call& call : *calls) {
      const auto group = static_cast<std::size_t>(call.group);
      if (call.group < 0 || group >= purposes.size() || !wanted(call)) continue;
      const auto op = static_cast<std::uint64_t>(call.op);
      result.push_back({&call, mix(purposes[group], op), call.site, arguments_of(call)});
    }
  }
  return result;
}

// Returns the calls in order of `number`, from the last gap in these numbers on.
template <typename Number>
Sequence without_gaps(Sequence calls, Number number) {
  const auto by_number = [&](const HashedCall& call) { return number(*call.call); };
  std::ranges::stable_sort(calls, {}, by_number);
  std::size_t first = calls.size();
  while (first > 1 && by_number(calls[first - 2]) + 1 == by_number(calls[first - 1])) --first;
  if (first > 0) calls.erase(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(first) - 1);
  return calls;
}

}  // namespace

std::uint64_t HashedCall::exact() const {
  return mix(mix(kind, site), arguments);
}

std::uint64_t HashedCall::place() const {
  return site == 0 ? exact() : mix(kind, site);
}

std::size_t context_length(const HashedCall& last) {
  return last.site == 0 ? 4 : 1;
}

Sequence collectives_of(const RankFacts& facts, int group) {
  const auto wanted = [&](const Call& call) {
    return call.group == group && !trace::is_point_to_point(call.op);
  };
  return without_gaps(hashed_calls_of(facts, wanted), [](const Call& call) { return call.seq; });
}

Sequence calls_of(const RankFacts& facts) {
  const auto all = [](const Call&) { return true; };
  return without_gaps(hashed_calls_of(facts, all), [](const Call& call) { return call.number; });
}

}  // namespace gridlock::prover
