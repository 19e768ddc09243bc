// The calls of process groups that a hang consists of, without the program that made them. What is
// reduced here takes microseconds to try: the prover's model runs it, not ranks.
#pragma once

#include <string>
#include <vector>

#include "harness/prover/model/program.h"

namespace gridlock::minimizer {

struct RecordedCall {
  prover::model::Operation operation;  // `of` of a wait, and `after`: an index into Rank::calls
  std::string place;                   // "train.py:45"; "" where it is not known

  bool is_wait() const { return operation.kind == prover::model::Operation::Kind::kWait; }
};

struct Skeleton {
  struct Rank {
    std::vector<RecordedCall> calls;  // in order of issue
    bool ended = false;               // it came to its end; others stay once their calls are made
  };
  std::vector<std::vector<int>> groups;  // members, sorted; Operation::group is an index into these
  std::vector<Rank> ranks;
  std::string backend = "gloo";  // of all groups
};

int call_count(const Skeleton& skeleton);  // without waits

// As the model runs it: ranks that have not ended stay.
prover::model::Program program_of(const Skeleton& skeleton);

// Leaves out a call of a rank, with the wait for it. What stood behind it on a device's stream
// stands behind what was before it.
void drop_call(Skeleton& skeleton, int rank, int index);
// Leaves out a rank, and gives the others its number and those behind it. Groups that no longer
// have two members go, with their calls. False, and nothing is changed, where it is the peer of a
// call.
bool drop_rank(Skeleton& skeleton, int rank);
// Leaves out groups without calls.
void drop_unused_groups(Skeleton& skeleton);

}  // namespace gridlock::minimizer
