#include "harness/exec/compile_records.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <variant>

#include "harness/fields/path.h"
#include "harness/protocol/rank_messages.h"
#include "harness/text/quantity.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOfRank = "rank";
constexpr std::string_view kOfProcess = "process";
constexpr std::string_view kFiles = ".jsonl";

// "rank3.jsonl": 3. Nothing for those of further processes.
std::optional<int> rank_of(const std::string& name) {
  if (!name.starts_with(kOfRank)) return std::nullopt;
  return text::whole_number(
      name.substr(kOfRank.size(), name.size() - kOfRank.size() - kFiles.size()));
}

// Nothing where the line is no frame, or something else has written it.
std::optional<protocol::CompiledFrame> frame_in(const std::string& line) try {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  const protocol::RankReport report = protocol::rank_report_from_json(json);
  const auto* frame = std::get_if<protocol::CompiledFrame>(&report);
  return frame ? std::optional(*frame) : std::nullopt;
} catch (const fields::Error&) {
  return std::nullopt;
}

}  // namespace

std::vector<fs::path> compile_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code removed;
  for (const auto& entry : fs::directory_iterator(folder, removed)) {
    const std::string name = entry.path().filename().string();
    const bool ours = name.starts_with(kOfRank) || name.starts_with(kOfProcess);
    if (ours && name.ends_with(kFiles)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

bool CompileRecords::read() {
  bool any = false;
  for (const fs::path& path : compile_files(folder_))
    any |= read(path, files_[path.filename().string()]);
  return any;
}

bool CompileRecords::read(const fs::path& path, File& file) {
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

std::vector<health::RankFrames> CompileRecords::ranks() const {
  std::vector<health::RankFrames> ranks;
  for (const auto& [name, file] : files_)
    if (const auto rank = rank_of(name)) ranks.push_back({*rank, file.frames});
  if (ranks.empty() && files_.size() == 1) ranks.push_back({0, files_.begin()->second.frames});
  std::ranges::sort(ranks, {}, &health::RankFrames::rank);
  return ranks;
}

std::vector<std::string> CompileRecords::further_processes() const {
  std::vector<std::string> names;
  for (const auto& [name, file] : files_)
    if (!rank_of(name)) names.push_back(name);
  return names;
}

}  // namespace gridlock::exec
