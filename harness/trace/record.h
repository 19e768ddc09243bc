// A record of one event of one rank. It is plain data of fixed size, with the same layout in all
// processes of a run. The rank writes it, and the agent can read it at any time, even after the
// rank has stopped or died.
#pragma once

#include <cstdint>

namespace gridlock::trace {

// The kind of an event. The comment of each kind lists the fields of Record that it uses besides
// `time_ns`.
enum class Kind : std::uint16_t {
  kNone = 0,
  kPhase = 1,     // op = Phase; seq = step, for Phase::kStep
  kCall = 2,      // a call of a process group was issued: all fields, `call` = its number, aux =
                  // its timeout in ms (0: the group's)
  kDone = 3,      // call; it completed (peer = 1: with an error)
  kGroup = 4,     // group; a process group was made (details in its slot of the layout)
  kStoreSet = 5,  // site = hash of the key; a key was set, added to, or deleted

  // Kinds of waits. A record of one of these kinds is the `blocked` record of a thread.
  kIssue = 16,      // call, group; inside the issue of a call (monitored barrier, NCCL's setup)
  kWait = 17,       // call, group, aux = timeout in ms (0: the group's); in Work::wait
  kStoreWait = 18,  // site = hash of the first key waited for, count = keys, aux = timeout in ms,
                    // tag = port of the store's server, or below
  kBuild = 19,      // group, aux = timeout in ms; making a process group
  kBackward = 20,   // within autograd's backward, which may wait for futures of calls
  kStoreSetting = 21,  // site = hash of the first key, count = keys; in a call that sets keys
};

inline bool has_keys(Kind kind) {
  return kind == Kind::kStoreWait || kind == Kind::kStoreSetting;
}

// The phase of a rank in its cell.
enum class Phase : std::uint16_t { kStart, kGroup, kBuild, kCompile, kStep, kDone };

// The part of a training step that issued a call (pass.h). Only explanations use it.
enum class Pass : std::uint8_t { kUnknown, kForward, kBackward, kOptimizer };

// One event. Which fields are set depends on `kind`.
struct Record {
  std::uint64_t time_ns = 0;  // CLOCK_MONOTONIC, comparable between processes of one host
  Kind kind = Kind::kNone;
  std::uint16_t op = 0;        // Phase, or c10d::OpType (operation.h)
  std::uint8_t dtype = 0;      // c10::ScalarType
  std::uint8_t reduce_op = 0;  // c10d::ReduceOp::RedOpType
  std::uint8_t flags = 0;      // kAsync …
  Pass pass = Pass::kUnknown;  // pass of a call
  std::uint16_t group = 0;     // index of the process group in this rank
  std::uint16_t module = 0;    // module of a call's parameters (see add_module()), or 0
  std::int32_t peer = -1;      // root, source or destination, a rank *of the group*; -1 = none
  std::uint64_t seq = 0;    // step; or position of a call in its sequence (see RingWriter::issue)
  std::uint64_t count = 0;  // elements
  std::uint32_t shape_hash = 0;  // hash of the shapes of all tensors, and of the splits
  std::int32_t tag = 0;          // tag of a send or recv
  std::uint64_t site = 0;        // call site of the call; hash of a key of the store
  std::uint32_t aux = 0;         // timeout in ms
  std::uint32_t call = 0;        // call number in this rank, from 1
};
static_assert(sizeof(Record) == 64, "a record is one cache line");

inline constexpr std::uint8_t kAsync = 1;      // issued with async_op
inline constexpr std::uint8_t kFuture = 2;     // the program took the work's future
inline constexpr std::uint8_t kCompiling = 4;  // issued by the compiler, not by the program
// Values of Record::tag in a kStoreWait record if the store has no known port.
inline constexpr std::int32_t kUnknownStore = 0;
inline constexpr std::int32_t kOwnStore = -1;  // only the ranks can reach the store

inline constexpr std::uint8_t kPlanned = 8;     // wait: the program has set the wait's timeout
inline constexpr std::uint8_t kReplayed = 32;   // call: launched as part of a CUDA graph
inline constexpr std::uint8_t kFileStore = 16;  // wait for a key: the store is a file

}  // namespace gridlock::trace
