// Prints each rank's output with the rank's name before each line, and also keeps the output in one
// file per rank.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::exec {

class Tee {
 public:
  // Keeps no output if `folder` is ""; the caller must then not call add(). Throws
  // std::system_error if the folder cannot be created.
  explicit Tee(std::filesystem::path folder);

  bool enabled() const { return !folder_.empty(); }
  // Returns the descriptor that the process called `name` ("rank 2") prints to. The output is
  // written to folder/rank2.log.
  process::Fd add(const std::string& name);

  std::vector<int> fds() const;  // descriptors to poll
  // Prints and keeps the output that has arrived. Blocks only if the terminal blocks.
  void pump();
  // Prints and keeps the remaining output, including last lines without a line break.
  void finish();

 private:
  struct Stream {
    std::string name;
    process::Fd pipe;
    std::ofstream file;
    std::string line;  // a line without its line break yet
  };
  static bool read_available(Stream& stream);
  static void forward(Stream& stream);

  std::filesystem::path folder_;
  std::vector<Stream> streams_;
};

}  // namespace gridlock::exec
