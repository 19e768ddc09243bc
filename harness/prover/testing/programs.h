// Small programs that ranks run: what the prover is tested with. They can be run by the model
// (model.h) and, written as JSON, by real ranks.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <random>
#include <string>
#include <vector>

#include "harness/trace/operation.h"

namespace gridlock::prover::testing {

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
  int after = -1;  // of a call: an earlier one of the thread that a device's stream has before it
};

using ThreadProgram = std::vector<Operation>;

// All groups exist from the start. A group is used by one thread of each rank only, the same on
// all.
struct Program {
  int world_size = 2;
  std::vector<std::vector<int>> groups;           // members, sorted
  std::vector<std::vector<ThreadProgram>> ranks;  // by rank, by thread
};

// Mostly sound programs (2-4 ranks, 1-3 groups, at most 6 operations per rank) with up to four
// mistakes planted. The same generator state gives the same program.
// `streams`: calls may stand behind one another on streams.
Program random_program(std::mt19937& random, bool streams = false);

nlohmann::json to_json(const Program& program);
// Throws std::exception for what is no program.
Program program_from_json(const nlohmann::json& json);

}  // namespace gridlock::prover::testing
