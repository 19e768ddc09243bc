// Prints the output of each rank, with the rank's name before each line, and keeps it in one file
// per rank.
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
  // Creates the folder. If it is "", no output is kept, and add() must not be called. Throws
  // std::system_error if it cannot be created.
  explicit Tee(std::filesystem::path folder);

  bool enabled() const { return !folder_.empty(); }
  // Returns the descriptor to which the process called `name` ("rank 2") prints. Its output also
  // goes to folder/rank2.log.
  process::Fd add(const std::string& name);

  std::vector<int> fds() const;  // descriptors to poll
  // Prints and keeps the output that has arrived. Blocks only if the terminal does.
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
