// Small programs for ranks, for tests of the prover. The model (model.h) runs them.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/trace/operation.h"

namespace gridlock::prover::model {

struct Operation {
  enum class Kind {
    kCollective,
    kSend,
    kRecv,
    kRecvAny,
    kWait,  // waits for the asynchronous operation with index `of` in the same thread
    kCompute,
    kStoreSet,
    kStoreWait,
    kBuild,     // joins the build of `group`, and waits until all members have joined
    kBackward,  // waits until an open call with a taken future completes; ends if there is none
    kLock,      // locks the file `key`
    kUnlock,
    kPark,  // sleeps until another thread of the rank performs a kWake
    kWake,  // wakes all parked threads of the rank
  };
  Kind kind = Kind::kCompute;
  trace::Op op = trace::Op::kUnknown;  // operation of a kCollective
  int group = 0;                       // index into Program::groups
  int peer = -1;                       // root, source or destination, a global rank
  int tag = 0;
  int count = 1;  // elements
  bool async = false;
  int of = 0;
  int key = 0;
  bool shared = false;        // whether a kLock takes the lock in shared mode
  bool outsider = false;      // whether an outsider may set the key that the operation waits for
  bool future_taken = false;  // whether the program takes the future once the issue returns
  bool issuing = false;       // whether the thread of the call blocks in its issue
  // Timeouts of the thread's wait and of the call itself, as in facts::Wait and facts::Call. -1
  // means none.
  int wait_times_out_ms = -1;
  int call_times_out_ms = -1;
  int after = -1;  // index of the thread's preceding call on the device's stream; -1 = none
};

using ThreadProgram = std::vector<Operation>;

bool is_call(const Operation& operation);
bool within_a_minute(int times_out_ms);  // `times_out_ms` is a timeout of an Operation

// A program for each thread of each rank. Each group is used by only one thread of a rank, and that
// thread has the same index on all ranks.
struct Program {
  int world_size = 2;
  std::vector<std::vector<int>> groups;  // members, sorted
  std::vector<int> built;      // indices of groups that a kBuild creates before their first call
  std::vector<int> connected;  // indices of groups with Group::connected
  std::vector<std::vector<ThreadProgram>> ranks;  // indexed by rank and thread
};

}  // namespace gridlock::prover::model
