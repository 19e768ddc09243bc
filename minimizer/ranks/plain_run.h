// Runs a finished script as its recipient would: `python FILE`, in a fresh interpreter, without
// gridlock.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "harness/process/fd.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"
#include "minimizer/problem.h"

namespace gridlock::minimizer {

// Folders for the caches of compiled code. The folders are empty at first.
class ColdCaches {
 public:
  std::map<std::string, std::string> environment(const Launch& launch) const;

 private:
  process::TemporaryFolder folder_{"cold"};
};

class PlainRun {
 public:
  // Starts the script. A rank that hangs exits after `limit` seconds.
  PlainRun(const std::filesystem::path& python, const std::filesystem::path& script,
           const Launch& launch, int limit);
  ~PlainRun();  // kills the script if it still runs
  PlainRun(const PlainRun&) = delete;
  PlainRun& operator=(const PlainRun&) = delete;

  // Returns the exit code, or 128 + the signal; nullopt while the script runs.
  std::optional<int> exit_code();
  std::string output() const;  // the last kilobytes of the output

 private:
  ColdCaches caches_;
  process::Fd output_;
  pid_t pid_ = -1;
  std::optional<int> code_;
};

}  // namespace gridlock::minimizer
