// Serves an oracle to other reducers. A reducer runs a program on each candidate, and the
// program's exit code tells whether it still fails. The program written here sends the candidate to
// this socket.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "harness/process/fd.h"
#include "minimizer/oracle.h"
#include "minimizer/problem.h"

namespace gridlock::bench {

class OracleServer {
 public:
  // Listens in `folder`. Throws std::system_error.
  explicit OracleServer(const std::filesystem::path& folder);

  // Writes the program to `file`. The program takes a candidate from the file in its argument, or
  // else from `script` in its working folder, and exits with 0 if the candidate shows the failure.
  void write_program(const std::filesystem::path& python, const std::filesystem::path& file,
                     const std::string& script) const;

  // Waits up to `at_most` for a request and answers it with the oracle's verdict on the candidate
  // with `launch`. Returns whether there was a request.
  bool serve_one(minimizer::Oracle& oracle, const minimizer::Launch& launch,
                 std::chrono::milliseconds at_most);

 private:
  std::filesystem::path path_;
  process::Fd listening_;
  minimizer::Ticket next_ = 1;
};

}  // namespace gridlock::bench
