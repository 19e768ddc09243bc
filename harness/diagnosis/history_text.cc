#include <fmt/format.h>

#include <algorithm>

#include "harness/diagnosis/history.h"
#include "harness/diagnosis/words.h"
#include "harness/text/columns.h"
#include "harness/text/quantity.h"
#include "harness/text/rank_list.h"
#include "harness/trace/operation.h"

namespace gridlock::diagnosis {
namespace {

constexpr std::size_t kMostColumns = 4;
constexpr int kGap = 2;
constexpr std::string_view kMark = "≠ ";

// Returns all columns or, if there are too many, the largest and the smallest ones. Few ranks
// diverge, so the smallest columns matter.
std::vector<const Column*> shown(const History& history) {
  std::vector<const Column*> columns;
  const std::size_t count = history.columns.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 0 || count - i < kMostColumns) columns.push_back(&history.columns[i]);
  }
  return columns;
}

std::string call_text(const Entry& entry, const Entry& first) {
  std::string text = trace::describe(entry.call.op);
  if (entry.call.op != first.call.op) return text;
  for (const Difference& difference : differences(entry.call, first.call)) {
    text += ", " + difference.mine;
  }
  return text;
}

// Returns the text of an entry. `first` is the entry of the first column in this row; only
// differences from it are written.
std::string text_of(const Entry& entry, const Entry& first) {
  switch (entry.state) {
    case Entry::State::kDone:
      return call_text(entry, first) + " ✓";
    case Entry::State::kOpen:
      return call_text(entry, first) + (entry.call.async ? " open" : " waits");
    case Entry::State::kNever:
      return "never called";
    case Entry::State::kNotYet:
      return "not called yet";
    case Entry::State::kUnknown:
      return "(no longer in the log)";
  }
  return "";
}

std::string text_of(const NextCall& then) {
  return fmt::format("{} of {}{}", call_words(then.call), label(then.group),
                     !then.open        ? " ✓"
                     : then.call.async ? " open"
                                       : " waits");
}

using Cells = std::vector<std::string>;

struct Table {
  std::vector<Cells> lines;  // the first cell of a line is its name, such as "#9"
  std::vector<bool> marked;
};

void add(Cells cells, bool marked, Table& table) {
  table.lines.push_back(std::move(cells));
  table.marked.push_back(marked);
}

// Returns the table. The row of each call is followed by a row with its place.
Table table_of(const History& history, const std::vector<const Column*>& columns) {
  Table table;
  Cells head{""};
  for (const Column* column : columns) head.push_back(text::rank_words(column->ranks));
  add(std::move(head), false, table);
  for (std::size_t row = 0; row < history.rows.size(); ++row) {
    if (row > 0 && history.rows[row] != history.rows[row - 1] + 1) add({"⋮"}, false, table);
    Cells calls{fmt::format("#{}", history.rows[row])}, sites{""};
    for (const Column* column : columns) {
      calls.push_back(text_of(column->entries[row], columns[0]->entries[row]));
      sites.push_back(site_words(column->entries[row].site));
    }
    add(std::move(calls), history.rows[row] == history.diverged, table);
    const auto known = [](const std::string& cell) { return !cell.empty(); };
    if (std::ranges::any_of(sites, known)) add(std::move(sites), false, table);
  }
  const auto followed = [](const Column* column) { return column->then.has_value(); };
  if (std::ranges::none_of(columns, followed)) return table;
  Cells then{"then"};
  for (const Column* column : columns) then.push_back(column->then ? text_of(*column->then) : "");
  add(std::move(then), false, table);
  return table;
}

// Returns the widths of the columns. Each column is as wide as its widest cell. If `room` is too
// small for that, the widest columns shrink.
std::vector<int> widths_of(const Table& table, int room) {
  std::vector<int> widths(table.lines[0].size(), 0);
  for (const Cells& cells : table.lines) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      widths[i] = std::max(widths[i], text::columns(cells[i]));
    }
  }
  const auto total = [&] {
    int sum = kGap * static_cast<int>(widths.size() - 1);
    for (const int width : widths) sum += width;
    return sum;
  };
  while (total() > room) --*std::max_element(widths.begin() + 1, widths.end());
  return widths;
}

std::string line_of(const Cells& cells, const std::vector<int>& widths, bool marked) {
  std::string line = marked ? std::string(kMark) : std::string(2, ' ');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += text::pad(text::cut_middle(cells[i], widths[i]), widths[i] + kGap);
  }
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

std::vector<int> ranks_behind(const History& history) {
  const auto row = std::ranges::find(history.rows, *history.awaited) - history.rows.begin();
  std::vector<int> ranks;
  for (const Column& column : history.columns) {
    if (column.entries[static_cast<std::size_t>(row)].called()) continue;
    ranks.insert(ranks.end(), column.ranks.begin(), column.ranks.end());
  }
  std::ranges::sort(ranks);
  return ranks;
}

std::string title_of(const History& history) {
  const std::string name = label(history.group);
  if (history.awaited) {
    const auto ranks = ranks_behind(history);
    return fmt::format("{}: {} {} not made call #{} yet", name, text::rank_words(ranks),
                       ranks.size() == 1 ? "has" : "have", *history.awaited);
  }
  if (!history.diverged) return name + ": the ranks agree as far as the logs reach";
  return fmt::format("{}: the ranks diverge at call #{}{}", name, *history.diverged,
                     history.fork ? "; " + fork_words(*history.fork) : "");
}

}  // namespace

std::vector<std::string> render(const History& history) {
  const auto columns = shown(history);
  const Table table = table_of(history, columns);
  const auto widths = widths_of(table, text::kPageWidth - 2);
  std::vector<std::string> lines{text::cut_middle(title_of(history), text::kPageWidth)};
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    lines.push_back(line_of(table.lines[i], widths, table.marked[i]));
  }
  if (columns.size() < history.columns.size()) {
    lines.push_back("  and " +
                    text::count_of(history.columns.size() - columns.size(), "other variant"));
  }
  return lines;
}

}  // namespace gridlock::diagnosis
