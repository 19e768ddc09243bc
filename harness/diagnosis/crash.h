// Finds the ranks that caused a crash of a cell or a script, and describes the crash. Once a rank
// has ended, the ranks that wait for it fail too, with errors of gloo or NCCL about connections
// (is_fallout()). These ranks are not at fault.
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
  // Whether every failed rank only lost a connection. If gridlock was stopping the ranks at that
  // time, gridlock caused these errors.
  bool only_fallout = false;
};

// Returns the crash, or nullopt if no rank failed. The rank at fault is the first one that did more
// than lose a connection. If the order is unknown, all killed ranks are at fault, or else all that
// raised, or else all that exited. Killed ranks come first, because a killed rank can make other
// ranks raise any exception, but an exception does not kill other ranks.
//
// The ranks of `early_exit` exited normally but skipped a call. They are at fault instead if all
// failed ranks only lost connections, or if all ranks found above are among them and were not
// killed.
std::optional<FoundCrash> find_crash(std::span<const EndedRank> ranks,
                                     const std::optional<EarlyExit>& early_exit);

// Returns the ranks that ended normally, with exit code 0 or by sys.exit(0).
std::vector<int> finished_ranks(std::span<const EndedRank> ranks);

}  // namespace gridlock::diagnosis
