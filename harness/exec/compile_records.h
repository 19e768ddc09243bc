// What processes below `gridlock exec --compile-report` compile, read from the files that
// harness/rank/gridlock/compiler/reporting.py writes while they go on.
#pragma once

#include <filesystem>
#include <ios>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::exec {

// "rank3.jsonl" of the process that is rank 3 of the job, "rank3.4711.jsonl" of another one below
// it or of one that is in no job, or "process.4711.jsonl" of one that is no rank.
struct CompileFile {
  std::filesystem::path path;
  std::optional<int> rank = {};
  bool is_further = false;
};
// By name. None where there is no such folder (any more).
std::vector<CompileFile> compile_files(const std::filesystem::path& folder);

class CompileRecords {
 public:
  explicit CompileRecords(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // What has been written since. False: no frame. A line that is still being written is read later.
  bool read();

  // Those that have compiled anything, in order. Without a job, the only process below a rank is
  // that rank, and the only process of a command is rank 0.
  std::vector<health::RankFrames> ranks() const;
  // The names of the files of all others.
  std::vector<std::string> further_processes() const;

 private:
  struct File {
    CompileFile file;
    std::streamoff read = 0;  // bytes of it
    std::vector<protocol::CompiledFrame> frames = {};
  };
  static bool read_on(File& file);
  bool is_rank(const CompileFile& file) const;

  std::filesystem::path folder_;
  std::map<std::filesystem::path, File> files_;
};

}  // namespace gridlock::exec
