// Reads which frames the processes under `gridlock exec --compile-report` compile. Each process
// writes them to a file while it runs (harness/rank/gridlock/compiler/reporting.py).
#pragma once

#include <filesystem>
#include <ios>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::exec {

// The file with the compile records of one process. Its name is "rank3.jsonl" if the process is
// rank 3 of a job. It is "rank3.4711.jsonl" for another process below rank 3, or if rank 3 has not
// joined a job. It is "process.4711.jsonl" for any other process.
struct CompileFile {
  std::filesystem::path path;
  std::optional<int> rank = {};
  bool is_further = false;  // the name has a process id
};
// Returns the files of the folder, sorted by name. Returns none if the folder does not exist.
std::vector<CompileFile> compile_files(const std::filesystem::path& folder);

class CompileRecords {
 public:
  explicit CompileRecords(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Reads the lines that were written since the last call. Returns whether they contain a frame.
  // Leaves an incomplete last line for a later call.
  bool read();

  // Returns the frames of each rank, sorted by rank. "rank3.4711.jsonl" counts as rank 3 if rank 3
  // has no other file. "process.4711.jsonl" counts as rank 0 if there is no other file at all.
  std::vector<health::RankFrames> ranks() const;
  // Returns the names of the files that ranks() leaves out.
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
