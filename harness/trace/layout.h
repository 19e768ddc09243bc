// The bytes of a ring: a header, then lanes. A lane belongs to one thread of the rank (single
// writer) and holds a *state* (what the thread is in now, one record under a sequence lock) and a
// *log* (the last kCapacity records, oldest overwritten). Losing log records can cost an
// explanation, but never the state. Everything is made of lock-free 64-bit words, so a reader in
// another process sees either a whole record or knows that it was torn.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "harness/trace/record.h"

namespace gridlock::trace {

using Word = std::atomic<std::uint64_t>;
static_assert(Word::is_always_lock_free);

inline constexpr std::uint64_t kMagic = 0x676e697264697267;  // "gridring"
inline constexpr std::uint64_t kVersion = 1;
inline constexpr std::size_t kLanes = 16;      // threads of a rank that may record
inline constexpr std::size_t kCapacity = 512;  // records kept for each of them
inline constexpr std::size_t kWords = sizeof(Record) / sizeof(std::uint64_t);

using Slot = Word[kWords];

struct alignas(64) Lane {
  Word thread;         // kernel thread id, 0 = free
  Word written;        // records ever written; the newest is at (written - 1) % kCapacity
  Word state_version;  // odd while the state is being written
  Slot state;
  Slot log[kCapacity];
};

struct alignas(64) Layout {
  Word magic;
  Word version;
  Word size;     // bytes of the whole layout
  Word dropped;  // events of threads that found no free lane
  Lane lanes[kLanes];
};

}  // namespace gridlock::trace
