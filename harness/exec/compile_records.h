// Reads what the processes below `gridlock exec --compile-report` compile, from the files that
// harness/rank/gridlock/compiler/reporting.py writes while they run.
#pragma once

#include <filesystem>
#include <ios>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::exec {

// A file of compile records. It is "rank3.jsonl" for the process that is rank 3 of the job,
// "rank3.4711.jsonl" for another process below that rank or for a rank without a job, and
// "process.4711.jsonl" for any other process.
struct CompileFile {
  std::filesystem::path path;
  std::optional<int> rank = {};
  bool is_further = false;
};
// Returns the files, sorted by name. Returns none if the folder does not exist.
std::vector<CompileFile> compile_files(const std::filesystem::path& folder);

class CompileRecords {
 public:
  explicit CompileRecords(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Reads what has been written since the last call. Returns whether it contains a frame. An
  // incomplete last line is left for a later call.
  bool read();

  // Returns the ranks that have compiled something, in order. Without a job, the only process below
  // a rank counts as that rank, and the only process of a command counts as rank 0.
  std::vector<health::RankFrames> ranks() const;
  // Returns the file names of all other processes.
  std::vector<std::string> further_processes() const;

 private:
  struct File {
    CompileFile file;
    std::streamoff read = 0;  // bytes read so far
    std::vector<protocol::CompiledFrame> frames = {};
  };
  static bool read_on(File& file);
  bool is_rank(const CompileFile& file) const;

  std::filesystem::path folder_;
  std::map<std::filesystem::path, File> files_;
};

}  // namespace gridlock::exec
