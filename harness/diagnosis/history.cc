#include "harness/diagnosis/history.h"

#include <algorithm>
#include <limits>
#include <set>

#include "harness/diagnosis/rank_calls.h"
#include "harness/diagnosis/sides.h"
#include "harness/diagnosis/words.h"
#include "harness/prover/signature.h"

namespace gridlock::diagnosis {
namespace {

constexpr std::uint64_t kRowsBefore = 2;
constexpr std::uint64_t kRowsAfter = 2;

bool is_call(const Entry& entry) {
  return entry.state != Entry::State::kNever && entry.state != Entry::State::kUnknown;
}

// Whether two ranks did the same as far as is known.
bool agree(const Entry& a, const Entry& b) {
  if (is_call(a) && is_call(b)) return prover::signature(a.call) == prover::signature(b.call);
  if (a.state == Entry::State::kUnknown || b.state == Entry::State::kUnknown) {
    return a.state != Entry::State::kNever && b.state != Entry::State::kNever;
  }
  return a.state == b.state;
}

// Known at one row, by in everything that a reader sees.
bool looks_alike(const Entry& a, const Entry& b) {
  if (a.state != b.state || a.place != b.place) return false;
  return !is_call(a) || prover::signature(a.call) == prover::signature(b.call);
}

bool differs_at(const std::vector<RankCalls>& ranks, std::uint64_t seq) {
  const auto caller = std::ranges::find_if(
      ranks, [&](const RankCalls& rank) { return is_call(entry_at(rank, seq)); });
  if (caller == ranks.end()) return false;
  const Entry entry = entry_at(*caller, seq);
  return std::ranges::any_of(
      ranks, [&](const RankCalls& rank) { return !agree(entry_at(rank, seq), entry); });
}

// Of what the logs still hold: the numbers of the oldest and the newest collective.
std::optional<std::pair<std::uint64_t, std::uint64_t>> span_of(
    const std::vector<RankCalls>& ranks) {
  std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t newest = 0;
  for (const RankCalls& rank : ranks) {
    if (rank.calls.empty()) continue;
    oldest = std::min(oldest, rank.calls.begin()->first);
    newest = std::max(newest, rank.calls.rbegin()->first);
  }
  if (newest == 0) return std::nullopt;
  return std::pair(oldest, newest);
}

std::optional<std::uint64_t> find_divergence(const std::vector<RankCalls>& ranks) {
  // Only numbers that some log holds: a rank that writes nonsense may span billions.
  std::set<std::uint64_t> candidates;
  for (const RankCalls& rank : ranks) {
    for (const auto& [seq, entry] : rank.calls) candidates.insert(seq);
  }
  const auto found =
      std::ranges::find_if(candidates, [&](std::uint64_t seq) { return differs_at(ranks, seq); });
  return found != candidates.end() ? std::optional(*found) : std::nullopt;
}

bool same_then(const Column& column, const RankCalls& rank) {
  if (!column.then || !rank.then) return column.then.has_value() == rank.then.has_value();
  const NextCall& a = *column.then;
  const NextCall& b = *rank.then;
  // Of groups that serve the same purpose each rank is in its own.
  return a.open == b.open && a.call.op == b.call.op && a.call.seq == b.call.seq &&
         purpose(a.group) == purpose(b.group);
}

void add_column(const RankCalls& rank, const RankEvidence& evidence, History& history) {
  std::vector<Entry> entries;
  for (const std::uint64_t seq : history.rows) {
    entries.push_back(entry_at(rank, seq));
    const bool told = history.by_place && seq == history.diverged && is_call(entries.back());
    if (told) entries.back().place = made_at(evidence, entries.back().call);
  }
  for (Column& column : history.columns) {
    if (std::ranges::equal(column.entries, entries, looks_alike) && same_then(column, rank)) {
      column.ranks.push_back(rank.rank);
      return;
    }
  }
  history.columns.push_back({{rank.rank}, std::move(entries), rank.then});
}

}  // namespace

std::optional<History> history_of(const facts::Group& group, const std::vector<RankEvidence>& ranks,
                                  std::uint64_t paired_by_chance) {
  std::vector<RankCalls> known;
  std::vector<const RankEvidence*> from;
  for (const RankEvidence& rank : ranks) {
    if (auto calls = read_calls(rank, group)) {
      known.push_back(std::move(*calls));
      from.push_back(&rank);
    }
  }
  const auto span = span_of(known);
  if (!span) return std::nullopt;
  History history{group, {}, find_divergence(known), false, {}};
  const std::uint64_t differs = history.diverged.value_or(span->second);
  history.by_place = paired_by_chance >= span->first && paired_by_chance < differs;
  if (history.by_place) history.diverged = paired_by_chance;
  const std::uint64_t middle = history.diverged.value_or(span->second);
  const std::uint64_t last = middle + std::min(span->second - middle, kRowsAfter);
  for (std::uint64_t seq = middle - std::min(middle - span->first, kRowsBefore); seq <= last;
       ++seq) {
    history.rows.push_back(seq);
  }
  for (std::size_t i = 0; i < known.size(); ++i) add_column(known[i], *from[i], history);
  std::ranges::stable_sort(history.columns, std::ranges::greater{},
                           [](const Column& column) { return column.ranks.size(); });
  return history;
}

}  // namespace gridlock::diagnosis
