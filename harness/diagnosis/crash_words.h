// Describes a crash: the sentence about the ranks at fault, and its signature.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/ended_rank.h"

namespace gridlock::diagnosis {

// The cause of a rank's failure; earlier values explain more.
enum class Cause { kKilled, kRaised, kExited };

struct CrashWords {
  // "Rank 1 raised ValueError at train.py:38 (load_batch): bad batch", without a full stop.
  std::string sentence;
  // Equal for two runs with the same crash: "crash:raised:ValueError:load_batch".
  std::string signature;
};

// All `ranks` failed for `cause`. `first` is one of them, or the command.
CrashWords words_of(Cause cause, const std::vector<int>& ranks, const EndedRank& first);

// A training has known phases, so its ranks can exit too early; a script has none.
bool is_training(const EndedRank& rank);

// Returns "killed", "raised", "exited early" for a training, or "exited" for a script.
const char* class_of(Cause cause, bool of_training);

}  // namespace gridlock::diagnosis
