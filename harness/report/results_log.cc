#include "harness/report/results_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace gridlock::report {
namespace {

std::string read_all(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw OutputError("read", path, errno);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns the length of the complete lines. Text after the last newline is a line that was
// incomplete when its writer was killed.
std::size_t whole_lines(std::string_view text) {
  const std::size_t last = text.rfind('\n');
  return last == std::string_view::npos ? 0 : last + 1;
}

void keep(std::vector<verdict::CellRecord>& records, verdict::CellRecord record) {
  std::erase_if(records, [&](const verdict::CellRecord& other) {
    return other.cell == record.cell && other.repetition == record.repetition;
  });
  if (record.verdict != verdict::Verdict::kInterrupted) records.push_back(std::move(record));
}

std::vector<verdict::CellRecord> parse(const std::filesystem::path& path, std::string_view text) {
  std::vector<verdict::CellRecord> records;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    try {
      keep(records, verdict::record_from_line(text.substr(0, end)));
    } catch (const verdict::RecordError& error) {
      throw verdict::RecordError(fmt::format("{}:{}: {}", path.string(), line, error.what()));
    }
    text.remove_prefix(end + 1);
  }
  return records;
}

}  // namespace

ResultsLog::ResultsLog(const std::filesystem::path& path, Start start) : file_(path) {
  file_.lock();
  std::size_t kept = 0;
  if (start == Start::kResume) {
    const std::string text = read_all(path);
    kept = whole_lines(text);
    earlier_ = parse(path, std::string_view(text).substr(0, kept));
  }
  file_.truncate(kept);
}

void ResultsLog::append(const verdict::CellRecord& record) {
  if (record.verdict == verdict::Verdict::kInterrupted) return;
  file_.append(verdict::to_line(record));
}

std::vector<verdict::CellRecord> read_results(const std::filesystem::path& path) {
  const std::string text = read_all(path);
  return parse(path, std::string_view(text).substr(0, whole_lines(text)));
}

}  // namespace gridlock::report
