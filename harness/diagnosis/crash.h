// Finds the ranks that caused a crash and describes the crash, for cells and for scripts alike.
// Once one rank has ended, the ranks that wait for it fail too. Their gloo or NCCL then raises
// errors about connections (is_fallout()).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/diagnosis/early_exit.h"
#include "harness/diagnosis/ended_rank.h"
#include "harness/facts/crash.h"

namespace gridlock::diagnosis {

struct FoundCrash {
  facts::Crash crash;
  // Every failed rank only lost a connection. If gridlock was stopping the ranks anyway, stopping
  // them caused these errors.
  bool only_fallout = false;
};

// Returns nullopt when no rank failed. The rank at fault is the first one that did more than lose a
// connection. When the order is unknown, all killed ranks are at fault; if none was killed, all
// that raised; else all that exited. The reason is that killing a rank can make other ranks raise
// anything, but an exception cannot get another rank killed. The ranks of `early_exit`, which
// exited normally but skipped a call, are at fault instead in two cases: if all failed ranks only
// lost connections, or if the ranks at fault are among the ranks of `early_exit` and were not
// killed.
std::optional<FoundCrash> find_crash(std::span<const EndedRank> ranks,
                                     const std::optional<EarlyExit>& early_exit);

// Returns the ranks that ended normally, that is, with exit code 0 or by sys.exit(0).
std::vector<int> finished_ranks(std::span<const EndedRank> ranks);

}  // namespace gridlock::diagnosis
