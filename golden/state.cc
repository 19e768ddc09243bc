#include "golden/state.h"

#include <algorithm>
#include <array>

namespace gridlock::golden {
namespace {

struct Kind {
  const char* name;
  const char* when;  // "gradients of step 0", "parameters after step 0"
  std::optional<ShardDigests> State::*digests;
  std::optional<Digest> WholeState::*whole;
};
constexpr std::array<Kind, 4> kKinds = {
    {{"activations", "of", &State::activations, &WholeState::activations},
     {"gradients", "of", &State::gradients, &WholeState::gradients},
     {"parameters", "after", &State::parameters, &WholeState::parameters},
     {"optimizer state", "after", &State::optimizer, &WholeState::optimizer}}};

std::string place(const Kind& kind, std::size_t step) {
  return std::string(kind.name) + " " + kind.when + " step " + std::to_string(step);
}

const Kind& kind_named(const std::string& name) {
  return *std::ranges::find(kKinds, name, &Kind::name);
}

// Returns the digests of one kind that one rank reports after one step, or null if it reports none.
const ShardDigests* find_digests(const RankStates& rank, std::size_t step, const Kind& kind) {
  if (step >= rank.steps.size()) return nullptr;
  const auto& digests = rank.steps[step].*kind.digests;
  return digests ? &*digests : nullptr;
}

std::size_t most_steps(std::span<const RankStates> ranks) {
  std::size_t steps = 0;
  for (const RankStates& rank : ranks) steps = std::max(steps, rank.steps.size());
  return steps;
}

struct RankDigests {
  int rank;
  const ShardDigests* digests;
};

std::vector<RankDigests> digests_by_rank(std::span<const RankStates> ranks, std::size_t step,
                                         const Kind& kind) {
  std::vector<RankDigests> all;
  for (const RankStates& rank : ranks) all.push_back({rank.rank, find_digests(rank, step, kind)});
  return all;
}

// The ranks whose value differs from the most frequent value. In a tie, the value of the first rank
// counts as the most frequent.
struct Minority {
  std::vector<int> ranks;
  int of_the_others = 0;
};

template <typename Value>
using ByRank = std::vector<std::pair<int, Value>>;

template <typename Value>
Minority minority(const ByRank<Value>& values) {
  Minority minority;
  std::ptrdiff_t most = 0;
  Value common{};
  for (const auto& [rank, value] : values) {
    const auto count =
        std::ranges::count_if(values, [&](const auto& v) { return v.second == value; });
    if (count <= most) continue;
    most = count;
    common = value;
    minority.of_the_others = rank;
  }
  for (const auto& [rank, value] : values) {
    if (!(value == common)) minority.ranks.push_back(rank);
  }
  return minority;
}

StateFault fault(const Kind& kind, std::size_t step, std::vector<int> ranks,
                 const std::string& words) {
  return {kind.name, step, std::move(ranks), place(kind, step) + ": " + words};
}

std::string numbered(int rank) {
  return "rank " + std::to_string(rank);
}

std::optional<StateFault> missing_report(const Kind& kind, std::size_t step,
                                         const std::vector<RankDigests>& all) {
  std::vector<int> missing;
  for (const RankDigests& rank : all) {
    if (rank.digests == nullptr) missing.push_back(rank.rank);
  }
  if (missing.empty()) return std::nullopt;
  const std::string words = numbered(missing.front()) + " reports nothing";
  return fault(kind, step, missing, words);
}

// The ranks' values, by name and then by rank.
template <typename Value>
using Named = std::map<std::string, ByRank<Value>>;

template <typename Value>
Named<Value> named(const std::vector<RankDigests>& all,
                   std::map<std::string, Value> ShardDigests::*values) {
  Named<Value> named;
  for (const RankDigests& rank : all) {
    for (const auto& [name, value] : rank.digests->*values)
      named[name].emplace_back(rank.rank, value);
  }
  return named;
}

// Returns the sum over all parts. A part counts once, even if several ranks hold replicas of it.
template <typename Value>
Value sum_of(const Named<Value>& named) {
  Value sum{};
  for (const auto& [name, values] : named) sum += values.front().second;
  return sum;
}

// Returns the digest of the whole tensors. If the parts that each rank owns separately are equal on
// all ranks, they count once, as replicas do.
Digest whole_of(const Named<Digest>& parts) {
  Digest sum;
  std::vector<Digest> own;
  for (const auto& [holders, digests] : parts) {
    if (holders.starts_with("rank ")) {
      own.push_back(digests.front().second);
    } else {
      sum += digests.front().second;
    }
  }
  const bool same = std::ranges::count(own, own.empty() ? Digest{} : own.front()) ==
                    static_cast<std::ptrdiff_t>(own.size());
  if (same && !own.empty()) own.resize(1);
  for (const Digest& digest : own) sum += digest;
  return sum;
}

std::optional<StateFault> other_sizes(const Kind& kind, std::size_t step,
                                      const Named<std::uint64_t>& sizes) {
  for (const auto& [ranks, bytes] : sizes) {
    const Minority few = minority(bytes);
    if (few.ranks.empty()) continue;
    const auto size_of = [&bytes = bytes](int rank) {
      const auto found = std::ranges::find(bytes, rank, [](const auto& b) { return b.first; });
      return numbered(rank) + " has " + std::to_string(found->second) + " bytes";
    };
    return fault(kind, step, few.ranks,
                 size_of(few.ranks.front()) + ", " + size_of(few.of_the_others));
  }
  return std::nullopt;
}

std::optional<StateFault> replica_mismatch(const Kind& kind, std::size_t step,
                                           const Named<Digest>& parts) {
  for (const auto& [holders, digests] : parts) {
    const Minority few = minority(digests);
    if (few.ranks.empty()) continue;
    return fault(
        kind, step, few.ranks,
        numbered(few.ranks.front()) + " holds different bits than " + numbered(few.of_the_others));
  }
  return std::nullopt;
}

std::optional<StateFault> missing_part(const Kind& kind, std::size_t step,
                                       const Named<std::uint64_t>& sizes,
                                       const Named<Digest>& parts) {
  const std::uint64_t bytes = sum_of(sizes), found = sum_of(parts).bytes;
  if (found == bytes) return std::nullopt;
  return fault(
      kind, step, {},
      "the ranks hold only " + std::to_string(found) + " of " + std::to_string(bytes) + " bytes");
}

std::optional<StateFault> find_fault(const Kind& kind, std::size_t step,
                                     std::span<const RankStates> ranks) {
  const std::vector<RankDigests> all = digests_by_rank(ranks, step, kind);
  if (std::ranges::all_of(all, [](const RankDigests& rank) { return rank.digests == nullptr; }))
    return {};
  if (auto fault = missing_report(kind, step, all)) return fault;
  const auto sizes = named(all, &ShardDigests::bytes);
  if (auto fault = other_sizes(kind, step, sizes)) return fault;
  const auto parts = named(all, &ShardDigests::parts);
  if (auto fault = replica_mismatch(kind, step, parts)) return fault;
  return missing_part(kind, step, sizes, parts);
}

}  // namespace

std::optional<StateFault> find_state_fault(std::span<const RankStates> ranks) {
  for (std::size_t step = 0; step < most_steps(ranks); ++step) {
    for (const Kind& kind : kKinds) {
      if (auto fault = find_fault(kind, step, ranks)) return fault;
    }
  }
  return std::nullopt;
}

std::vector<WholeState> whole_states(std::span<const RankStates> ranks) {
  std::vector<WholeState> wholes(most_steps(ranks));
  for (std::size_t step = 0; step < wholes.size(); ++step) {
    for (const Kind& kind : kKinds) {
      const std::vector<RankDigests> all = digests_by_rank(ranks, step, kind);
      if (all.front().digests != nullptr)
        wholes[step].*kind.whole = whole_of(named(all, &ShardDigests::parts));
    }
  }
  return wholes;
}

std::optional<StateMismatch> compare_states(std::span<const WholeState> left,
                                            std::span<const WholeState> right) {
  const std::size_t steps = std::min(left.size(), right.size());
  std::optional<StateMismatch> first;
  for (std::size_t step = 0; step < steps; ++step) {
    for (const Kind& kind : kKinds) {
      const auto& a = left[step].*kind.whole;
      const auto& b = right[step].*kind.whole;
      if (!a || !b || *a == *b) continue;
      if (!first) first = {kind.name, step, 0, steps, *a, *b};
      if (first->tensors == kind.name) ++first->steps_differing;
    }
  }
  return first;
}

std::string explain(const StateMismatch& mismatch) {
  const std::string where = place(kind_named(mismatch.tensors), mismatch.step);
  if (mismatch.left.bytes != mismatch.right.bytes) {
    return where + ": " + std::to_string(mismatch.left.bytes) + " bytes against " +
           std::to_string(mismatch.right.bytes);
  }
  return where + ": not the same bits (digest " + hexadecimal(mismatch.left.sum) + " against " +
         hexadecimal(mismatch.right.sum) + ")";
}

std::string hexadecimal(std::uint64_t sum) {
  std::string digits(16, '0');
  for (std::size_t i = digits.size(); i-- > 0; sum >>= 4) digits[i] = "0123456789abcdef"[sum & 15];
  return digits;
}

}  // namespace gridlock::golden
