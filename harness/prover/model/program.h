// Small programs that ranks run: what the prover is tested with, and what is recorded of a job that
// hangs. The model (model.h) runs them.
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
    kWait,  // for the asynchronous operation `of` of the same thread
    kCompute,
    kStoreSet,
    kStoreWait,
    kBuild,     // comes to build `group`, until all its members have come
    kBackward,  // until an open call of the rank whose future was taken completes, if there is one
    kLock,      // the file `key`
    kUnlock,
    kPark,  // until another thread of the rank wakes all that are parked
    kWake,
  };
  Kind kind = Kind::kCompute;
  trace::Op op = trace::Op::kUnknown;  // of a collective
  int group = 0;                       // index into Program::groups
  int peer = -1;                       // root, source or destination, a global rank
  int tag = 0;
  int count = 1;  // elements
  bool async = false;
  int of = 0;
  int key = 0;
  bool shared = false;        // of a lock: others that share it may hold it too
  bool outsider = false;      // of a wait for a key: an outsider may set it
  bool future_taken = false;  // of an asynchronous call, once its issue has returned
  bool issuing = false;       // of a call: its thread blocks in the issue
  // When the wait of its thread, and the call itself, give up: as in Wait and Call.
  int wait_times_out_ms = -1;
  int call_times_out_ms = -1;
  int after = -1;  // of a call: an earlier one of the thread that a device's stream has before it
};

using ThreadProgram = std::vector<Operation>;

bool is_call(const Operation& operation);
bool within_a_minute(int times_out_ms);  // as of an Operation

// A group is used by one thread of each rank only, the same on all.
struct Program {
  int world_size = 2;
  std::vector<std::vector<int>> groups;  // members, sorted
  std::vector<int> built;      // of these: not there from the start, calls come after kBuild alone
  std::vector<int> connected;  // of these: as Group::connected
  std::vector<std::vector<ThreadProgram>> ranks;  // by rank, by thread
};

}  // namespace gridlock::prover::model
