#include "harness/report/results_log.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

// The last record of each repetition of each cell, in the order of the file.
class LastRecords {
 public:
  void add(verdict::CellRecord record) {
    const auto [at, is_new] = index_.try_emplace({record.cell, record.repetition}, records_.size());
    if (!is_new) records_[std::exchange(at->second, records_.size())].reset();
    records_.emplace_back(std::move(record));
  }

  std::vector<verdict::CellRecord> take() {
    std::vector<verdict::CellRecord> records;
    for (auto& record : records_) {
      if (record && record->verdict != verdict::Verdict::kInterrupted)
        records.push_back(std::move(*record));
    }
    return records;
  }

 private:
  std::vector<std::optional<verdict::CellRecord>> records_;  // nullopt: there is a later one
  std::map<std::pair<std::string, int>, std::size_t> index_;
};

std::vector<verdict::CellRecord> parse(const std::filesystem::path& path, std::string_view text) {
  LastRecords records;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    try {
      records.add(verdict::record_from_line(text.substr(0, end)));
    } catch (const verdict::RecordError& error) {
      throw verdict::RecordError(fmt::format("{}:{}: {}", path.string(), line, error.what()));
    }
    text.remove_prefix(end + 1);
  }
  return records.take();
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
