// Which ranks a crash is due to, and what is said of it: the same of cells and of scripts. Once a
// rank is gone the others fail too, because they wait for it: gloo and NCCL then raise about
// connections (is_fallout()).
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
  // Every rank that failed only lost a connection. When ranks were being stopped anyway, that is an
  // effect of stopping them.
  bool only_fallout = false;
};

// Nothing when no rank failed. At fault is the first that did not only lose a connection; where the
// order is not known, all that were killed, else all that raised, else all that exited: a rank that
// is killed can make others raise anything, not the other way round. Where all only lost
// connections, ranks that ended as if all were well and left a call out (`early_exit`).
std::optional<FoundCrash> find_crash(std::span<const EndedRank> ranks,
                                     const std::optional<EarlyExit>& early_exit);

// The ranks that ended as if all were well: with exit code 0, or by sys.exit(0).
std::vector<int> finished_ranks(std::span<const EndedRank> ranks);

}  // namespace gridlock::diagnosis
