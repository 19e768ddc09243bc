// What each rank prints, passed on with the rank's name before each line and kept in a file of its
// own.
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
  // Nothing is kept, and add() is not called, where `folder` is "". Throws std::system_error where
  // it cannot be made.
  explicit Tee(std::filesystem::path folder);

  bool wanted() const { return !folder_.empty(); }
  // The descriptor that the process called `name` ("rank 2") prints to; it goes to
  // folder/rank2.log.
  process::Fd add(const std::string& name);

  std::vector<int> fds() const;  // to be polled
  // Passes on what has come. Never blocks but for the terminal.
  void pump();
  // The rest, with the last lines that have no end.
  void finish();

 private:
  struct Stream {
    std::string name;
    process::Fd pipe;
    std::ofstream file;
    std::string line;  // that has no end yet
  };
  static bool take(Stream& stream);
  static void pass_on(Stream& stream);

  std::filesystem::path folder_;
  std::vector<Stream> streams_;
};

}  // namespace gridlock::exec
