#include "harness/exec/compile_records.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <system_error>
#include <variant>

#include "harness/fields/path.h"
#include "harness/protocol/rank_messages.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;

// Returns the frame in the line. Returns nullopt if the line contains no frame, for example because
// another program wrote the line.
std::optional<protocol::CompiledFrame> frame_in(const std::string& line) try {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  const protocol::RankMessage message = protocol::rank_message_from_json(json);
  const auto* frame = std::get_if<protocol::CompiledFrame>(&message);
  return frame ? std::optional(*frame) : std::nullopt;
} catch (const fields::Error&) {
  return std::nullopt;
}

}  // namespace

std::vector<CompileFile> compile_files(const fs::path& folder) {
  static const std::regex kName("(process|rank([0-9]{1,6}))([.][0-9]+)?[.]jsonl");
  std::vector<CompileFile> files;
  std::error_code removed;
  for (fs::directory_iterator entry(folder, removed); entry != fs::directory_iterator();
       entry.increment(removed)) {
    const std::string name = entry->path().filename().string();
    std::smatch parts;
    if (!entry->is_regular_file(removed) || !std::regex_match(name, parts, kName)) continue;
    CompileFile file{entry->path()};
    if (parts[2].matched) file.rank = std::stoi(parts[2]);
    file.is_further = !file.rank || parts[3].matched;
    files.push_back(file);
  }
  std::ranges::sort(files, {}, &CompileFile::path);
  return files;
}

bool CompileRecords::read() {
  bool any = false;
  for (const CompileFile& file : compile_files(folder_))
    any |= read_on(files_.try_emplace(file.path, File{file}).first->second);
  return any;
}

bool CompileRecords::read_on(File& file) {
  const fs::path& path = file.file.path;
  std::error_code removed;
  if (fs::file_size(path, removed) <= static_cast<std::uintmax_t>(file.read)) return false;
  std::ifstream lines(path);
  lines.seekg(file.read);
  const std::size_t before = file.frames.size();
  for (std::string line; std::getline(lines, line) && !lines.eof();) {
    file.read = lines.tellg();
    if (const auto frame = frame_in(line)) file.frames.push_back(*frame);
  }
  return file.frames.size() > before;
}

bool CompileRecords::is_rank(const CompileFile& file) const {
  if (!file.is_further) return true;
  return std::ranges::none_of(files_, [&](const auto& item) {
    const CompileFile& other = item.second.file;
    return other.path != file.path && (other.rank == file.rank || !file.rank);
  });
}

std::vector<health::RankFrames> CompileRecords::ranks() const {
  std::vector<health::RankFrames> ranks;
  for (const auto& [path, file] : files_)
    if (is_rank(file.file)) ranks.push_back({file.file.rank.value_or(0), file.frames});
  std::ranges::sort(ranks, {}, &health::RankFrames::rank);
  return ranks;
}

std::vector<std::string> CompileRecords::further_processes() const {
  std::vector<std::string> names;
  for (const auto& [path, file] : files_)
    if (!is_rank(file.file)) names.push_back(path.filename().string());
  return names;
}

}  // namespace gridlock::exec
