// The calls of process groups that make up a hang, without the program that made them. Trying a
// smaller skeleton takes microseconds: the prover's model runs it, not ranks.
#pragma once

#include <string>
#include <vector>

#include "harness/prover/model/program.h"

namespace gridlock::minimizer {

struct RecordedCall {
  prover::model::Operation operation;  // `of` of a wait, and `after`: indexes into Rank::calls
  std::string place;                   // "train.py:45"; "" if not known

  bool is_wait() const { return operation.kind == prover::model::Operation::Kind::kWait; }
};

struct Skeleton {
  struct Rank {
    std::vector<RecordedCall> calls;  // in order of issue
    bool ended = false;               // the rank ended; others stay after their calls
  };
  std::vector<std::vector<int>> groups;  // sorted members; Operation::group is an index into this
  std::vector<Rank> ranks;
  std::string backend = "gloo";  // the backend of all groups
};

int call_count(const Skeleton& skeleton);  // without waits

// Returns the program for the model. Ranks that have not ended stay.
prover::model::Program program_of(const Skeleton& skeleton);

// Leaves out a call of a rank, with the wait for it. A call that stood behind it on a device's
// stream then stands behind its predecessor.
void drop_call(Skeleton& skeleton, int rank, int index);
// Leaves out a rank and renumbers the ranks behind it. Groups with fewer than two members left go,
// with their calls. Returns false, and changes nothing, if the rank is the peer of a call.
bool drop_rank(Skeleton& skeleton, int rank);
// Leaves out groups without calls.
void drop_unused_groups(Skeleton& skeleton);

}  // namespace gridlock::minimizer
