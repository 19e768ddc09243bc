// Writes the texts about a crash: the sentence about the ranks at fault, and the signature.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/ended_rank.h"

namespace gridlock::diagnosis {

// Why a rank failed. The cause that explains a crash best comes first.
enum class Cause { kKilled, kRaised, kExited };

struct CrashWords {
  // The sentence without a full stop, such as "Rank 1 raised ValueError at train.py:38
  // (load_batch): bad batch".
  std::string sentence;
  // A text that is the same in all runs with the same crash, such as
  // "crash:raised:ValueError:load_batch".
  std::string signature;
};

// Returns the words for a failure of `ranks`, all of which failed for `cause`. `first` is the first
// of them or, if `ranks` is empty, the command that failed.
CrashWords words_of(Cause cause, const std::vector<int>& ranks, const EndedRank& first);

// Returns whether the rank ran a training run, not a script. The phases of a training run are
// known, so its ranks can exit too early. A script has no phases.
bool is_training(const EndedRank& rank);

// Returns "killed" or "raised". For kExited, returns "exited early" in a training run and "exited"
// in a script.
const char* class_of(Cause cause, bool of_training);

}  // namespace gridlock::diagnosis
