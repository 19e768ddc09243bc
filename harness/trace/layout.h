// The memory layout of a ring: a header, tables that all threads share, and lanes.
//
// A lane belongs to one thread of the rank, its only writer, until the thread has ended. It
// contains the thread's state (its phase), its blocked record (the operation that it is blocked
// in), and a log of its last kCapacity records. State and blocked record are each protected by a
// sequence lock. The tables contain process groups, open calls, keys set in the store, names of
// keys, and origins of threads.
//
// Losing log records can cost an explanation, but never a proof. Groups, open calls and keys that
// find no room in their tables are counted (struct Lost), because each limits what can be proved.
// All data consists of lock-free 64-bit words, so a reader in another process either sees a whole
// record or detects that it is torn.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "harness/trace/record.h"

namespace gridlock::trace {

using Word = std::atomic<std::uint64_t>;
static_assert(Word::is_always_lock_free);

inline constexpr std::uint64_t kMagic = 0x676e697264697267;  // "gridring"
inline constexpr std::uint64_t kVersion = 11;
inline constexpr std::size_t kLanes = 64;            // threads that issue or wait at the same time
inline constexpr std::size_t kCapacity = 512;        // records in the log of each lane
inline constexpr std::size_t kGroups = 512;          // process groups that a rank may create
inline constexpr std::size_t kMembers = 65'536;      // members of all its groups together
inline constexpr std::size_t kCalls = 16'384;        // calls open at the same time
inline constexpr std::size_t kCallsBehind = 32'768;  // further open calls: only their numbers
inline constexpr std::size_t kKeys = 16'384;         // distinct keys set in the store
inline constexpr std::size_t kWaitKeys = 1024;       // keys that one wait is for
inline constexpr std::size_t kKeyNames = 2048;       // names of keys, only for explanations
inline constexpr std::size_t kThreads = 512;         // threads with a known origin at the same time
inline constexpr std::size_t kDrivers = 64;   // threads that use a device's driver at the same time
inline constexpr std::size_t kSites = 512;    // call sites in the program, only for explanations
inline constexpr std::size_t kModules = 512;  // modules of models, only for explanations
inline constexpr std::size_t kWords = sizeof(Record) / sizeof(std::uint64_t);

using Slot = Word[kWords];

// A record that a sequence lock protects.
struct Guarded {
  Word version;  // odd while the record is being written; 0 = never written
  Slot record;
};

// The exception that a thread handles, protected by a sequence lock. Only explanations use it.
struct HandlingSlot {
  Word version;    // odd while the slot is being written
  Word error[48];  // "" = none
  Word place[16];
};

struct alignas(64) Lane {
  Word thread;      // kernel thread id, 0 = free
  Word written;     // records ever written; the newest is at (written - 1) % kCapacity
  Guarded state;    // Kind::kPhase
  Guarded blocked;  // Kind::kIssue and following; Kind::kNone while the thread runs
  Word keys[kWaitKeys];  // hashes of the keys of kStoreWait and kStoreSetting; protected with
                         // `blocked`
  HandlingSlot handling;
  Slot log[kCapacity];
};

// The log of threads without a lane, such as a backend's threads. They record only completions of
// calls. The log has many writers.
struct SharedLog {
  Word written;           // records ever begun; the newest is at (written - 1) % kCapacity
  Word stamp[kCapacity];  // 1 + number of the record in this slot; 0 while it is being written
  Slot log[kCapacity];
};

struct GroupSlot {
  Word ready;       // 1 once filled; enqueued, connected, timeout_ms and workers may still change
  Word enqueued;    // collectives ever issued on it
  Word connected;   // 1: something other than a collective may have created its communicator
  Word creation;    // groups of this name and members that the rank has created before
  Word timeout_ms;  // timeout of its calls; 0 = unknown
  Word workers;     // threads that execute its calls; see Group
  Word size;
  Word first_member;  // index in Layout::members where the group's global ranks begin
  Word name[8];       // text, cut off and padded with zeros
  Word description[4];
  Word backend[2];
};

struct ThreadSlot {
  Word thread;      // kernel thread id, 0 = free
  Word ready;       // 1 while the texts are whole
  Word in_program;  // number of nested callbacks of the program that the thread is running
  Word origin[16];
  Word name[4];
};

// The calls of a thread into the driver of a device. The thread counts them, and the probe adds
// what a call waits for that does not return.
struct alignas(64) DriverSlot {
  Word thread;      // kernel thread id, 0 = free
  Word calls;       // 2 × calls that have returned, + 1 while the thread is in a call
  Word told;        // the value of `calls` for which the following words hold; 0 = none
  Word call;        // number of the process group's call that must end first; 0 = none known
  Word since_ns;    // time at which the probe first saw the thread in the call
  Word certain;     // 0: the driver call may return although `call` is open
};

struct SiteSlot {
  Word site;   // 0 = free
  Word ready;  // 1 once `place` is final
  Word place[8];
};

inline constexpr std::size_t kPlaceBytes = sizeof(SiteSlot::place);

struct ModuleSlot {
  Word ready;  // 1 once `name` is final
  Word name[8];
};

// The name of a key. Several threads write names, and a newer name may replace an older one.
struct KeyNameSlot {
  Word version;  // odd while it is being written; 0 = free
  Word key;      // hash
  Word name[12];
};

struct CallSlot {
  Word call;   // number of the open call in this slot; 0 = free; kClaimed = being written
  Word after;  // call number, in this rank, of the call that must complete first; 0 = none known
  Slot record;
};
inline constexpr std::uint64_t kClaimed = ~std::uint64_t{0};

struct alignas(64) Layout {
  Word magic;
  Word version;
  Word size;       // bytes of the whole layout
  Word dropped;    // events of threads that found no free lane
  Word groups_lost;   // groups that found no room
  Word calls_lost;    // calls that found no room, not even for their number
  Word keys_lost;     // keys that found no room
  Word calls_open;    // calls in `calls`
  Word calls_behind;  // calls in `behind`
  Word functions;  // functions of the program queued on device streams and not run
  Word calls_issued;
  Word groups_made;
  Word members_used;
  Word modules_used;
  GroupSlot groups[kGroups];
  Word members[kMembers];
  CallSlot calls[kCalls];
  Word behind[kCallsBehind];  // numbers of open calls that found no room in `calls`; 0 = free
  Word keys[kKeys];  // hashes, 0 = free; a hash is at hash % kKeys or after it
  KeyNameSlot key_names[kKeyNames];
  SiteSlot sites[kSites];
  ModuleSlot modules[kModules];
  ThreadSlot threads[kThreads];
  DriverSlot drivers[kDrivers];
  SharedLog completions;
  Lane lanes[kLanes];
};

}  // namespace gridlock::trace
