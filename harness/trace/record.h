// One event of one rank. Fixed size, plain data, the same layout in every process of a run: the
// rank writes it, the agent reads it after the rank is stopped or dead.
#pragma once

#include <cstdint>

namespace gridlock::trace {

// The kind of an event; the comment says which fields of Record it uses besides `time_ns`.
enum class Kind : std::uint16_t {
  kNone = 0,
  kPhase = 1,  // op = Phase; seq = step, for Phase::kStep
};

// Where a rank is in its cell.
enum class Phase : std::uint16_t { kStart, kGroup, kBuild, kCompile, kStep, kDone };

// The fields beyond `kind` and `seq` are those of a collective: which group, which call, what data.
struct Record {
  std::uint64_t time_ns = 0;  // CLOCK_MONOTONIC, comparable between processes of one machine
  Kind kind = Kind::kNone;
  std::uint16_t op = 0;         // Phase, or the operation
  std::uint16_t dtype = 0;      // c10::ScalarType
  std::uint16_t reduce_op = 0;  // c10d::ReduceOp::RedOpType
  std::uint32_t group = 0;      // index of the process group in this rank
  std::int32_t peer = -1;       // root, source or destination; -1 = none
  std::uint64_t seq = 0;        // sequence number in the group, or step
  std::uint64_t count = 0;      // elements
  std::uint64_t shape_hash = 0;
  std::uint64_t site = 0;  // where in the program the call was made
  std::uint64_t aux = 0;   // tag, timeout or key hash
};
static_assert(sizeof(Record) == 64, "a record is one cache line");

}  // namespace gridlock::trace
