// What processes below `gridlock exec --compile-report` compile, read from the files that
// harness/rank/gridlock/compiler/reporting.py writes while they go on.
#pragma once

#include <filesystem>
#include <ios>
#include <map>
#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::exec {

// "rank3.jsonl", "rank3.4711.jsonl" (a further process of that rank), "process.4711.jsonl" (one
// that is no rank), in order. None where there is no such folder (any more).
std::vector<std::filesystem::path> compile_files(const std::filesystem::path& folder);

class CompileRecords {
 public:
  explicit CompileRecords(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // What has been written since. False: no frame. A line that is still being written is read later.
  bool read();

  // Those that have compiled anything, in order. A command that is no job has no ranks: where only
  // one of its processes compiles, that is rank 0.
  std::vector<health::RankFrames> ranks() const;
  // The names of the files of all others.
  std::vector<std::string> further_processes() const;

 private:
  struct File {
    std::streamoff read = 0;
    std::vector<protocol::CompiledFrame> frames = {};
  };
  static bool read(const std::filesystem::path& path, File& file);

  std::filesystem::path folder_;
  std::map<std::string, File> files_;  // by name
};

}  // namespace gridlock::exec
