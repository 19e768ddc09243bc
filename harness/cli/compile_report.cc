#include "harness/cli/compile_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>
#include <vector>

#include "harness/fields/write.h"
#include "harness/health/frame_fields.h"
#include "harness/process/files.h"
#include "harness/protocol/rank_messages.h"
#include "harness/report/compile_summary.h"
#include "harness/report/frames.h"
#include "harness/text/quantity.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOfRank = "rank";
constexpr const char* kOfProcess = "process";
constexpr const char* kFiles = ".jsonl";

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool ours = name.starts_with(kOfRank) || name.starts_with(kOfProcess);
    if (ours && name.ends_with(kFiles)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

// "rank3.jsonl": 3. Nothing for those of further processes.
std::optional<int> rank_of(const fs::path& file) {
  const std::string name = file.stem().string();
  if (!name.starts_with(kOfRank)) return std::nullopt;
  return text::whole_number(name.substr(std::string(kOfRank).size()));
}

std::vector<protocol::CompiledFrame> read_frames(const fs::path& file) {
  std::vector<protocol::CompiledFrame> frames;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_discarded()) continue;  // the process was killed while it wrote
    const protocol::RankReport report = protocol::rank_report_from_json(json);
    if (const auto* frame = std::get_if<protocol::CompiledFrame>(&report)) frames.push_back(*frame);
  }
  return frames;
}

std::string further_processes(const std::vector<fs::path>& files) {
  std::string names;
  for (const fs::path& file : files) {
    if (rank_of(file)) continue;
    names += (names.empty() ? "" : ", ") + file.filename().string();
  }
  return names;
}

}  // namespace

void begin_compile_report(const fs::path& folder) {
  fs::create_directories(folder);
  for (const fs::path& file : files_in(folder)) fs::remove(file);
}

std::string end_compile_report(const fs::path& folder) {
  const std::vector<fs::path> files = files_in(folder);
  std::vector<health::RankFrames> ranks;
  for (const fs::path& file : files)
    if (const auto rank = rank_of(file)) ranks.push_back({*rank, read_frames(file)});
  // A command that is no job has no ranks.
  if (ranks.empty() && files.size() == 1) ranks.push_back({0, read_frames(files.front())});
  std::ranges::sort(ranks, {}, &health::RankFrames::rank);

  std::string text;
  const char* indent = "gridlock: ";
  for (const std::string& line : report::compile_summary(ranks)) {
    text += indent + line + "\n";
    indent = "  ";
  }
  const std::string others = further_processes(files);
  if (!others.empty() && !ranks.empty())
    text += "  further processes compiled, too: " + others + "\n";
  const std::vector<health::Frame> frames = health::join(ranks);
  bool written = process::write_text(folder / "report.txt", report::frames_text(frames));
  nlohmann::json json = nlohmann::json::array();
  for (const health::Frame& frame : frames) json.push_back(fields::to_json<nlohmann::json>(frame));
  written &= process::write_text(folder / "report.json", json.dump(1) + "\n");
  return text + fmt::format("  all frames: {}{}\n", (folder / "report.txt").string(),
                            written ? ", report.json" : " could not be written");
}

}  // namespace gridlock::cli
