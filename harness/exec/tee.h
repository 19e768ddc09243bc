// Prints the output of each rank, with the rank's name before each line, and writes it to one file
// per rank.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::exec {

class Tee {
 public:
  // Creates the folder for the files. Throws std::system_error if this fails. If `folder` is "",
  // add() must not be called.
  explicit Tee(std::filesystem::path folder);

  bool enabled() const { return !folder_.empty(); }
  // Returns the descriptor for the output of the process called `name` ("rank 2"). The output is
  // printed and written to folder/rank2.log.
  process::Fd add(const std::string& name);

  std::vector<int> fds() const;  // descriptors to poll
  // Prints and writes output that has arrived, up to a limit. Returns whether there is more. Blocks
  // only if the terminal blocks.
  bool pump();
  // Prints and writes the remaining output, including last lines without a line break. A process
  // that survives and prints without end is cut off after some seconds.
  void finish();

 private:
  struct Stream {
    std::string name;
    process::Fd pipe;
    process::Fd file;
    std::string line;  // the beginning of an incomplete line
  };
  static bool read_available(Stream& stream);
  static void forward(Stream& stream);

  std::filesystem::path folder_;
  std::vector<Stream> streams_;
};

}  // namespace gridlock::exec
