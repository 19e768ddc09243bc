// Describes a crash: the sentence about the ranks at fault, and its signature.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/ended_rank.h"

namespace gridlock::diagnosis {

// The cause of a rank's failure. A cause listed earlier explains more than a later one.
enum class Cause { kKilled, kRaised, kExited };

struct CrashWords {
  // Without a full stop: "Rank 1 raised ValueError at train.py:38 (load_batch): bad batch".
  std::string sentence;
  // Equal for two runs with one crash in common: "crash:raised:ValueError:load_batch".
  std::string signature;
};

// Describes the failure of `ranks`, all of which failed for `cause`. `first` is one of the ranks,
// or the command.
CrashWords words_of(Cause cause, const std::vector<int>& ranks, const EndedRank& first);

// Returns whether the rank ran a training run, which has known phases, so the rank can exit too
// early. A script has no phases.
bool is_training(const EndedRank& rank);

// Returns "killed" or "raised"; for kExited, "exited early" in a training run and "exited" in a
// script.
const char* class_of(Cause cause, bool of_training);

}  // namespace gridlock::diagnosis
