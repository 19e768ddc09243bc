// Asks an oracle on behalf of other reducers. These run a program on each candidate, whose exit
// code says whether it still fails; the program that they get sends the candidate here.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "harness/process/fd.h"
#include "minimizer/oracle.h"
#include "minimizer/problem.h"

namespace gridlock::bench {

class QuestionSocket {
 public:
  // Listens in `folder`. Throws std::system_error.
  explicit QuestionSocket(const std::filesystem::path& folder);

  // Writes the program to `file`: it takes a candidate from the file that its argument names, else
  // from `script` in its working folder, and ends with 0 where that shows the failure.
  void write_program(const std::filesystem::path& python, const std::filesystem::path& file,
                     const std::string& script) const;

  // Waits for a question, at most so long, and answers it with what `oracle` says of the candidate
  // on `launch`. Whether there was one.
  bool answer(minimizer::Oracle& oracle, const minimizer::Launch& launch,
              std::chrono::milliseconds at_most);

 private:
  std::filesystem::path path_;
  process::Fd listening_;
  minimizer::Ticket next_ = 1;
};

}  // namespace gridlock::bench
