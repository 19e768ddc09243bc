#include "harness/diagnosis/fork.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "harness/diagnosis/rank_calls.h"
#include "harness/diagnosis/words.h"
#include "harness/prover/alignment.h"
#include "harness/prover/signature.h"

namespace gridlock::diagnosis {
namespace {

using prover::HashedCall;
using prover::Sequence;

// Number of calls that the prover aligns. Alignment takes quadratic time, so this number is
// limited.
constexpr std::uint64_t kWindow = 256;
// Limit on the number of distinct paths. Each of thousands of ranks may have its own path.
constexpr std::size_t kMostPaths = 16;
// Largest number of consecutive calls that can pair by accident. If the call sites of ranks differ
// in more calls, the ranks execute different code on purpose.
constexpr std::size_t kMostAccidents = 32;

// Maps the arguments and the sites of calls to numbers. Equal numbers mean equal arguments or
// sites.
class Numbers {
 public:
  std::uint64_t arguments(const facts::Call& call) {
    return number(arguments_, prover::signature(call));
  }
  // Returns the number of the call's site, or 0 if the site is unknown.
  std::uint64_t site(const RankCalls& rank, const facts::Call& call) {
    const std::string& module = rank.module_of(call);
    if (call.site == 0 && call.pass == trace::Pass::kUnknown && module.empty()) return 0;
    return number(sites_, std::tuple(call.site, call.pass, module));
  }

 private:
  template <typename Key>
  static std::uint64_t number(std::map<Key, std::uint64_t>& known, Key key) {
    return known.try_emplace(std::move(key), known.size() + 1).first->second;
  }

  std::map<prover::CallSignature, std::uint64_t> arguments_;
  std::map<std::tuple<std::uint64_t, trace::Pass, std::string>, std::uint64_t> sites_;
};

// Returns at most `count` calls from sequence number `from` on. Ends before the first call that the
// log lacks.
Sequence sequence_of(const RankCalls& rank, std::uint64_t from, std::uint64_t count,
                     Numbers& numbers) {
  Sequence calls;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto found = rank.calls.find(from + i);
    if (found == rank.calls.end()) break;
    const facts::Call& call = found->second.call;
    calls.push_back({&call, static_cast<std::uint64_t>(call.op), numbers.site(rank, call),
                     numbers.arguments(call)});
  }
  return calls;
}

// The distinct call sequences of the ranks. All of them begin at `from`, which all logs contain.
struct Paths {
  std::uint64_t from = 0;
  std::vector<Sequence> sequences;
};

bool same_path(const Sequence& a, const Sequence& b) {
  const auto same = [](const HashedCall& x, const HashedCall& y) {
    return x.kind == y.kind && x.site == y.site && x.arguments == y.arguments;
  };
  return std::ranges::equal(a, b, same);
}

Paths paths_of(const std::vector<RankCalls>& ranks, std::uint64_t end) {
  Paths paths;
  paths.from = end > kWindow ? end - kWindow : 0;
  for (const RankCalls& rank : ranks) {
    if (!rank.calls.empty()) paths.from = std::max(paths.from, rank.calls.begin()->first);
  }
  Numbers numbers;
  for (const RankCalls& rank : ranks) {
    Sequence path = sequence_of(rank, paths.from, kWindow + 16, numbers);
    const bool known = std::ranges::any_of(
        paths.sequences, [&](const Sequence& other) { return same_path(path, other); });
    if (!known && paths.sequences.size() < kMostPaths) paths.sequences.push_back(std::move(path));
  }
  return paths;
}

// Returns the call sites of all paths at this index. There are several if the ranks differ.
std::set<std::uint64_t> sites_with(const Paths& paths, std::size_t index) {
  std::set<std::uint64_t> sites;
  for (const Sequence& path : paths.sequences) {
    if (index < path.size()) sites.insert(path[index].site);
  }
  return sites;
}

// Returns whether the paths have exactly the call sites of `index` at an earlier index, too, and
// have equal call sites at an index between the two.
bool met_before(const Paths& paths, std::size_t index) {
  const auto sites = sites_with(paths, index);
  bool agreed = false;
  for (std::size_t i = index; i-- > 0;) {
    const auto earlier = sites_with(paths, i);
    if (agreed && earlier == sites) return true;
    agreed |= earlier.size() == 1;
  }
  return false;
}

std::size_t shortest(const Paths& paths) {
  return std::ranges::min_element(paths.sequences, {}, &Sequence::size)->size();
}

// Returns the index of the first call that the alignment shifts. Returns the length of the shortest
// path if it shifts none.
std::size_t aligned_until(const Paths& paths) {
  std::size_t until = paths.sequences.front().size();
  for (const Sequence& path : paths.sequences) {
    until = std::min(until, prover::divergence(paths.sequences.front(), path));
  }
  return until;
}

bool is_accident(const Paths& paths, std::size_t index) {
  return sites_with(paths, index).size() > 1 && !met_before(paths, index);
}

bool in_other_passes(const Paths& paths, std::size_t index) {
  std::set<trace::Pass> passes;
  for (const Sequence& path : paths.sequences) {
    if (index < path.size()) passes.insert(path[index].call->pass);
  }
  return passes.size() > 1 && !passes.contains(trace::Pass::kUnknown);
}

enum class Habit { kUnknown, kKept, kLeft };

// Compares the call with earlier steps: after a call from the same call site as the previous call,
// did the rank call from this call's site (kKept), or only from other sites (kLeft)?
Habit habit(const Sequence& path, std::size_t index) {
  if (index == 0 || index >= path.size()) return Habit::kUnknown;
  bool known = false;
  for (std::size_t i = 1; i < index; ++i) {
    if (path[i - 1].site != path[index - 1].site) continue;
    if (path[i].site == path[index].site) return Habit::kKept;
    known = true;
  }
  return known ? Habit::kLeft : Habit::kUnknown;
}

// Returns whether some ranks continued as in earlier steps while other ranks did not.
bool some_left(const Paths& paths, std::size_t index) {
  bool kept = false, left = false;
  for (const Sequence& path : paths.sequences) {
    kept |= habit(path, index) == Habit::kKept;
    left |= habit(path, index) == Habit::kLeft;
  }
  return kept && left;
}

// Returns the first index of the consecutive accidents (is_accident()) directly before `until`.
// Returns `until` if there are no such accidents, or more than kMostAccidents. Skips the first
// accidents as long as they may be legitimate: all calls at the index are in the same pass, and no
// rank left its earlier steps while another rank continued as before.
std::size_t first_accident(const Paths& paths, std::size_t until) {
  std::size_t first = until;
  while (first > 0 && is_accident(paths, first - 1)) --first;
  if (until - first > kMostAccidents) return until;
  while (first < until && !in_other_passes(paths, first) && !some_left(paths, first)) ++first;
  return first;
}

}  // namespace

std::optional<Fork> find_fork(const std::vector<RankCalls>& ranks,
                              std::optional<std::uint64_t> differs) {
  std::uint64_t end = differs.value_or(0);
  for (const RankCalls& rank : ranks) {
    if (!differs && !rank.calls.empty()) end = std::max(end, rank.calls.rbegin()->first + 1);
  }
  const Paths paths = paths_of(ranks, end);
  if (paths.sequences.size() < 2 || end <= paths.from) return std::nullopt;
  const std::size_t until = std::min<std::size_t>(aligned_until(paths), end - paths.from);
  if (until == shortest(paths) && (!differs || paths.from + until < end)) return std::nullopt;
  const std::uint64_t begin = paths.from + first_accident(paths, until);
  return begin < end ? std::optional(Fork{begin, end - 1}) : std::nullopt;
}

std::optional<Fork> find_fork(const Evidence& evidence, const facts::Group& group) {
  std::vector<RankCalls> ranks;
  for (const RankEvidence& rank : evidence.ranks) {
    if (auto calls = read_calls(rank, group)) ranks.push_back(std::move(*calls));
  }
  const auto differs = find_difference(ranks);
  // In a stall, a live rank may still make the missing call.
  const bool stalls = evidence.finding.kind == facts::Kind::kStall;
  const auto fork = stalls ? std::nullopt : find_fork(ranks, differs);
  const auto& proved = evidence.finding.divergence;
  if (!proved || proved->seq == 0 || !same_group(proved->group, group)) return fork;
  if (fork && fork->first <= proved->seq) return fork;
  const std::uint64_t end = fork ? fork->last + 1 : differs.value_or(0);
  return proved->seq < end ? std::optional(Fork{proved->seq, end - 1}) : fork;
}

std::string fork_words(const Fork& fork) {
  if (fork.first == fork.last) return fmt::format("#{} paired by accident", fork.first);
  const char* between = fork.first + 1 == fork.last ? "and" : "to";
  return fmt::format("#{} {} #{} paired by accident", fork.first, between, fork.last);
}

}  // namespace gridlock::diagnosis
