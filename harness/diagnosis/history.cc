#include "harness/diagnosis/history.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "harness/diagnosis/rank_calls.h"
#include "harness/diagnosis/words.h"
#include "harness/prover/signature.h"

namespace gridlock::diagnosis {
namespace {

constexpr std::uint64_t kRowsBefore = 2;
constexpr std::uint64_t kRowsAfter = 2;

using Span = std::pair<std::uint64_t, std::uint64_t>;

// Returns the sequence numbers of the oldest and the newest collective in the logs.
std::optional<Span> span_of(const std::vector<RankCalls>& ranks) {
  std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t newest = 0;
  for (const RankCalls& rank : ranks) {
    if (rank.calls.empty()) continue;
    oldest = std::min(oldest, rank.calls.begin()->first);
    newest = std::max(newest, rank.calls.rbegin()->first);
  }
  if (newest == 0) return std::nullopt;
  return Span(oldest, newest);
}

// Adds the rows around one sequence number, as far as the logs reach.
void add_rows(std::uint64_t middle, const Span& span, std::set<std::uint64_t>& rows) {
  const std::uint64_t last = middle + std::min(span.second - middle, kRowsAfter);
  for (std::uint64_t seq = middle - std::min(middle - span.first, kRowsBefore); seq <= last;
       ++seq) {
    rows.insert(seq);
  }
}

bool by_accident(const History& history, std::uint64_t seq) {
  return history.fork && seq >= history.fork->first && seq <= history.fork->last;
}

// Returns whether a reader would see no difference between two entries. Before the ranks diverge,
// their call sites may legitimately differ.
bool looks_alike(const Entry& a, const Entry& b, bool by_accident) {
  if (a.state != b.state || (by_accident && a.site != b.site)) return false;
  return !a.called() || prover::signature(a.call) == prover::signature(b.call);
}

bool same_then(const Column& column, const RankCalls& rank) {
  if (!column.then || !rank.then) return column.then.has_value() == rank.then.has_value();
  const NextCall& a = *column.then;
  const NextCall& b = *rank.then;
  // The ranks may be in several groups with the same purpose.
  return a.open == b.open && a.call.op == b.call.op && a.call.seq == b.call.seq &&
         purpose(a.group) == purpose(b.group);
}

bool fits(const Column& column, const std::vector<Entry>& entries, const History& history) {
  for (std::size_t row = 0; row < entries.size(); ++row) {
    const bool accident = by_accident(history, history.rows[row]);
    if (!looks_alike(column.entries[row], entries[row], accident)) return false;
  }
  return true;
}

// Clears the parts of `site` that differ from `other`.
void keep_common(CallSite& site, const CallSite& other) {
  if (site.place != other.place) site.place.clear();
  if (site.module != other.module) site.module.clear();
  if (site.pass != other.pass) site.pass.clear();
}

void add_column(const RankCalls& rank, const RankEvidence& evidence, bool may_call,
                History& history) {
  std::vector<Entry> entries;
  for (const std::uint64_t seq : history.rows) {
    Entry& entry = entries.emplace_back(entry_at(rank, seq));
    if (entry.called()) entry.site = site_of(evidence, entry.call);
    if (entry.state == Entry::State::kNever && may_call) entry.state = Entry::State::kNotYet;
  }
  for (Column& column : history.columns) {
    if (!fits(column, entries, history) || !same_then(column, rank)) continue;
    column.ranks.push_back(rank.rank);
    for (std::size_t row = 0; row < entries.size(); ++row) {
      keep_common(column.entries[row].site, entries[row].site);
    }
    return;
  }
  history.columns.push_back({{rank.rank}, std::move(entries), rank.then});
}

// Returns whether ranks differ in the row `diverged` only because some of them have not made the
// call yet.
bool is_only_awaited(const History& history) {
  const auto row = std::ranges::find(history.rows, *history.diverged) - history.rows.begin();
  const Entry* made = nullptr;
  for (const Column& column : history.columns) {
    const Entry& entry = column.entries[static_cast<std::size_t>(row)];
    if (entry.state == Entry::State::kNotYet) continue;
    if (!entry.called()) return false;
    if (made != nullptr && prover::signature(made->call) != prover::signature(entry.call)) {
      return false;
    }
    made = &entry;
  }
  return true;
}

}  // namespace

std::optional<History> history_of(const facts::Group& group, const Evidence& evidence) {
  std::vector<RankCalls> known;
  std::vector<const RankEvidence*> from;
  for (const RankEvidence& rank : evidence.ranks) {
    if (auto calls = read_calls(rank, group)) {
      known.push_back(std::move(*calls));
      from.push_back(&rank);
    }
  }
  const auto span = span_of(known);
  if (!span) return std::nullopt;
  History history{group, {}, find_difference(known), {}, find_fork(evidence, group), {}};
  std::set<std::uint64_t> rows;
  add_rows(history.diverged.value_or(span->second), *span, rows);
  if (history.fork && history.fork->first < span->first) history.fork.reset();
  if (history.fork) {
    history.diverged = history.fork->first;
    add_rows(history.fork->first, *span, rows);
  }
  history.rows = {rows.begin(), rows.end()};
  for (std::size_t i = 0; i < known.size(); ++i) {
    add_column(known[i], *from[i], may_call(evidence.finding, *from[i]), history);
  }
  if (history.diverged && !history.fork && is_only_awaited(history)) {
    history.awaited = std::exchange(history.diverged, std::nullopt);
  }
  std::ranges::stable_sort(history.columns, std::ranges::greater{},
                           [](const Column& column) { return column.ranks.size(); });
  return history;
}

}  // namespace gridlock::diagnosis
