// A crash in words: what is said of the ranks at fault.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/ended_rank.h"

namespace gridlock::diagnosis {

// Why a rank failed; from what explains more to what explains less.
enum class Cause { kKilled, kRaised, kExited };

struct CrashWords {
  // "Rank 1 raised ValueError at train.py:38 (load_batch): bad batch", without a full stop.
  std::string sentence;
  // Equal for two runs of the same crash: "crash:raised:ValueError:load_batch".
  std::string signature;
};

// All `ranks` failed for that reason. `first` is one of them, or the command.
CrashWords words_of(Cause cause, const std::vector<int>& ranks, const EndedRank& first);

// A training has known phases, so a rank may exit too early; a script has none.
bool is_training(const EndedRank& rank);

// "killed", "raised"; "exited early" of a training, "exited" of a script.
const char* class_of(Cause cause, bool of_training);

}  // namespace gridlock::diagnosis
