// A skeleton consists of the process-group calls that make up a hang, without the program that made
// them. Trying a smaller skeleton takes only microseconds, because the prover's model runs it
// instead of ranks.
#pragma once

#include <string>
#include <vector>

#include "harness/prover/model/program.h"

namespace gridlock::minimizer {

struct RecordedCall {
  prover::model::Operation operation;  // its `of` and `after` are indexes into Rank::calls
  std::string place;                   // "train.py:45"; "" if not known

  bool is_wait() const { return operation.kind == prover::model::Operation::Kind::kWait; }
};

struct Skeleton {
  struct Rank {
    std::vector<RecordedCall> calls;  // in order of issue
    bool ended = false;               // the rank exited; other ranks stay alive after their calls
  };
  std::vector<std::vector<int>> groups;  // sorted members; Operation::group is an index here
  std::vector<Rank> ranks;
  std::string backend = "gloo";  // the backend of all groups
};

int call_count(const Skeleton& skeleton);  // does not count waits

// Returns the program for the model. Ranks that have not ended stay alive after their calls.
prover::model::Program program_of(const Skeleton& skeleton);

// Leaves out a call of a rank, with the wait for that call. A later call that followed the dropped
// call on a device's stream then follows the dropped call's predecessor.
void drop_call(Skeleton& skeleton, int rank, int index);
// Leaves out a rank and renumbers the higher ranks. Groups that then have fewer than two members
// are also left out, with their calls. Returns false, and changes nothing, if another rank's call
// has this rank as its peer.
bool drop_rank(Skeleton& skeleton, int rank);
// Leaves out all groups that no call uses.
void drop_unused_groups(Skeleton& skeleton);

}  // namespace gridlock::minimizer
