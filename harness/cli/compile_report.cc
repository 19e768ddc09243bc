#include "harness/cli/compile_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/exec/compile_records.h"
#include "harness/fields/write.h"
#include "harness/health/frame_fields.h"
#include "harness/process/files.h"
#include "harness/report/compile_summary.h"
#include "harness/report/frames.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {

namespace fs = std::filesystem;

namespace {

int host_of(const exec::CompileFile& file, const exec::ExecOptions& run) {
  const int host = file.rank && run.ranks > 0 ? *file.rank / run.ranks : 0;
  return host < run.hosts ? host : 0;
}

// Name of a file that identifies a folder as a report. It exists even if the job was killed.
constexpr const char* kOfEveryReport = "report.json";

void refuse_other_files(const fs::path& folder) {
  if (fs::is_empty(folder) || fs::exists(folder / kOfEveryReport)) return;
  throw matrix::InputError(
      fmt::format("--compile-report: {} holds files that are not a compile report; name another "
                  "folder",
                  folder.string()));
}

std::string by_no_rank(const std::vector<std::string>& others) {
  return fmt::format("gridlock: no rank compiled anything, but other processes did: {}\n",
                     fmt::join(others, ", "));
}

}  // namespace

void begin_compile_report(const exec::ExecOptions& run) {
  fs::create_directories(run.compile_report);
  refuse_other_files(run.compile_report);
  for (const exec::CompileFile& file : exec::compile_files(run.compile_report))
    if (host_of(file, run) == run.host) fs::remove(file.path);
  process::write_text(run.compile_report / kOfEveryReport, "[]\n");
}

std::string end_compile_report(const fs::path& folder) {
  if (!fs::exists(folder))
    return fmt::format("gridlock: the folder {} was removed, so there is no compile report\n",
                       folder.string());
  exec::CompileRecords records(folder);
  records.read();
  const std::vector<health::RankFrames> ranks = records.ranks();

  std::string text;
  const char* indent = "gridlock: ";
  for (const std::string& line : report::compile_summary(ranks)) {
    text += indent + line + "\n";
    indent = "  ";
  }
  const std::vector<std::string> others = records.further_processes();
  if (!others.empty() && ranks.empty()) return by_no_rank(others);
  if (!others.empty())
    text +=
        fmt::format("  processes that are not ranks compiled, too: {}\n", fmt::join(others, ", "));
  const std::vector<health::Frame> frames = health::join(ranks);
  bool written = process::write_text(folder / "report.txt", report::frames_text(frames));
  nlohmann::json json = nlohmann::json::array();
  for (const health::Frame& frame : frames) json.push_back(fields::to_json<nlohmann::json>(frame));
  written &= process::write_text(folder / kOfEveryReport, json.dump(1) + "\n");
  return text + fmt::format("  report of all frames: {}{}\n", (folder / "report.txt").string(),
                            written ? ", report.json" : " could not be written");
}

}  // namespace gridlock::cli
