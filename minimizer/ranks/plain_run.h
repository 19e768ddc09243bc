// A finished script run as whoever gets it will run it: `python FILE`, in a fresh interpreter,
// without gridlock.
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

// Caches of compiled code that are empty.
class ColdCaches {
 public:
  std::map<std::string, std::string> environment(const Launch& launch) const;

 private:
  process::TemporaryFolder folder_{"cold"};
};

class PlainRun {
 public:
  // Starts it; a rank that hangs ends after `limit` seconds.
  PlainRun(const std::filesystem::path& python, const std::filesystem::path& script,
           const Launch& launch, int limit);
  ~PlainRun();  // ends what still runs
  PlainRun(const PlainRun&) = delete;
  PlainRun& operator=(const PlainRun&) = delete;

  // Its exit code, or 128 + the signal; nothing while it runs.
  std::optional<int> exit_code();
  std::string output() const;  // its last kilobytes

 private:
  ColdCaches caches_;
  process::Fd output_;
  pid_t pid_ = -1;
  std::optional<int> code_;
};

}  // namespace gridlock::minimizer
