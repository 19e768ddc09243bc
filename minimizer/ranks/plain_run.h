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
#include "minimizer/ranks/checks.h"

namespace gridlock::minimizer {

// The script as it is filed: `python FILE` starts its ranks through torchrun, `torchrun FILE` works
// as well, and a rank that is still there after `limit` seconds prints where it is and ends. The
// variable HANG_LIMIT sets another limit.
//
// `python FILE` makes the checks: it trains both sides and compares them, a rank fails that
// captured no graph, two sizes are compiled.
std::string with_launcher(const Candidate& candidate, const Checks& checks, int limit = 60);

// Such a script with its lines where they are, whose ranks never end by themselves: what soon ends
// is no proved deadlock.
std::string without_limit(const std::string& script);

// What a plain run shows that ended with `code` and printed `output`: "" where that is the failure
// with `signature`, else what happened instead. A hang is known by the time limit that ended it, an
// exception by its type, a wrong number and a missing graph by the line that names it. A desync
// need not show in any way.
std::string plain_difference(const Signature& signature, int code, const std::string& output);

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
