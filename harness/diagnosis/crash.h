// Finds the ranks that caused a crash and describes it, in the same way for cells and for scripts.
// Once one rank has ended, the others fail too because they wait for it: gloo and NCCL then raise
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
  // Every failed rank only lost a connection. When ranks were being stopped anyway, that is an
  // effect of stopping them.
  bool only_fallout = false;
};

// Returns nullopt when no rank failed. At fault is the first rank that did more than lose a
// connection. When the order is unknown, all killed ranks are at fault, else all that raised, else
// all that exited: killing a rank can make others raise anything, not the other way round. The
// ranks of `early_exit`, which exited normally but skipped a call, are at fault instead if all
// failed ranks only lost connections, or if the ranks at fault are among them and were not killed.
std::optional<FoundCrash> find_crash(std::span<const EndedRank> ranks,
                                     const std::optional<EarlyExit>& early_exit);

// Returns the ranks that ended normally: with exit code 0, or by sys.exit(0).
std::vector<int> finished_ranks(std::span<const EndedRank> ranks);

}  // namespace gridlock::diagnosis
