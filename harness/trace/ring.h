// A ring: shared memory in which one rank records its actions for its agent.
//
// The agent creates the ring in a memfd and allocates its memory in advance, so that a lack of
// memory cannot kill the rank. The rank attaches to the inherited descriptor and writes, without
// locks or system calls. The agent can read at any time: while the rank runs, is stopped, or is
// dead. The reader trusts nothing that it reads, so a rank that writes nonsense spoils only its own
// ring.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/process/fd.h"
#include "harness/trace/layout.h"
#include "harness/trace/record.h"
#include "harness/trace/values.h"

namespace gridlock::trace {

// The mapped memory of a ring. It can be moved, and is unmapped when destroyed.
class Ring {
 public:
  // Creates a ring. Throws std::system_error if there is no memory for it.
  static Ring create();
  // Maps the ring of an inherited descriptor. Throws std::runtime_error if the memory is not a ring
  // of this version or is too small.
  static Ring attach(process::Fd memory);

  Ring(Ring&&) noexcept;
  Ring& operator=(Ring&&) noexcept;
  ~Ring();

  int fd() const { return memory_.get(); }
  Layout& layout() const { return *layout_; }

 private:
  Ring(process::Fd memory, Layout* layout) : memory_(std::move(memory)), layout_(layout) {}
  void unmap();

  process::Fd memory_;
  Layout* layout_ = nullptr;
};

// A process group, as recorded by a rank that creates it.
struct GroupRecord : Group {
  std::uint32_t timeout_ms = 0;  // timeout of the group's calls; 0 = unknown
};

// A thread of this process, and its origin (harness/rank/threads/thread_origins.h).
struct ThreadRecord {
  std::uint64_t thread = 0;  // kernel thread id
  std::string origin;        // "libgomp.so.1", "tqdm._monitor.TMonitor"
  std::string name;          // the name of a Python thread: "Thread-1 (upload)"; "" = none
  bool in_program = false;   // a library's thread that is running a callback of the program
};

// What a thread waits for in a call into a device's driver that does not return.
struct DriverWait {
  std::uint64_t thread = 0;  // kernel thread id
  std::uint32_t call = 0;    // the process group's call that must end first; 0: the device computes
  bool certain = false;      // whether the driver call cannot return before `call` has ended
  std::uint64_t since_ns = 0;
};

// Identifies an open call for RingWriter::complete(). It has 8 bytes of plain data, so it fits into
// any callback.
struct CallHandle {
  std::uint32_t call = 0;  // 0 = none
  std::uint32_t slot = 0;  // in Layout::calls, then in Layout::behind
};

// Counts of entries that found no room in a ring.
struct Lost {
  std::uint64_t groups = 0;
  std::uint64_t calls = 0;  // calls that are open, or that may be
  std::uint64_t keys = 0;   // keys set in the store

  bool operator==(const Lost&) const = default;
};

// Writes the events of this process. Any thread may use it. A thread claims a lane at its first
// event other than a completion and keeps the lane until thread_ended(), even if it uses several
// writers. A child must not use the writer after a fork, because a ring has one writing process. No
// function allocates, locks or fails: events without room are counted.
class RingWriter {
 public:
  explicit RingWriter(Ring& ring) : layout_(ring.layout()) {}

  // Appends the record to the log of this thread. `time_ns` is set here.
  void log(Record record);
  // Appends the record and makes it the state of this thread.
  void enter(Record record);

  // Adds a group. `enqueued` and `connected` are ignored. Returns the index of the group, or
  // kGroups if there is no room.
  std::uint32_t add_group(const GroupRecord& group);
  // Sets the number of threads that execute the calls of the group (-1 means unknown).
  // set_timeout() sets the timeout of these calls.
  void set_workers(std::uint32_t group, int workers);
  void set_timeout(std::uint32_t group, std::uint32_t timeout_ms);
  void set_backend(std::uint32_t group, const std::string& backend);
  // Records that something other than the group's first collective may create its communicator.
  void set_connected(std::uint32_t group);

  // Opens, numbers and logs a call that is about to be issued. Sets the record's kind and `call`.
  // For a collective, also sets `seq` from the counter of the group. For a send or recv, the caller
  // sets `seq` to the call's position, from 1, among the calls with the same group, direction, peer
  // and tag.
  CallHandle issue(Record record);
  // Numbers and logs a call without opening it. The caller must open a later call that completes
  // only after this one.
  void issue_unfollowed(Record record);
  // Closes the call. Any thread may do so, even more than once.
  void complete(CallHandle handle, bool failed);
  bool is_open(CallHandle handle) const;
  // Records that the call starts only when the rank's call with number `earlier` is over, because
  // both are on one stream of a device.
  void set_after(CallHandle handle, std::uint32_t earlier);
  // Adds flags that are known only after the issue.
  void add_flags(CallHandle handle, std::uint8_t flags);

  // Records that this thread is about to block (see Kind). unblock() records that it continues.
  // Blocks nest: unblock() takes the value that block() returned. `keys` are the hashes of all keys
  // of kStoreWait and kStoreSetting. No such block is within another one.
  Record block(Record record, std::span<const std::uint64_t> keys = {});
  void unblock(const Record& before);

  // Records the exception that this thread handles from now on. Long texts are cut off. An empty
  // `error` means that the thread no longer handles an exception.
  void handle(const Handling& handling);

  // Records that a key of the store was set, added to or deleted.
  void key_set(std::uint64_t hash);
  // Records the name of a key. A long name keeps its end. A name may get lost.
  void name_key(std::uint64_t hash, std::string_view name);

  // Records that the number `site` means the call site `place` in all records. If there is no room,
  // the call site stays unknown.
  void add_site(std::uint64_t site, const std::string& place);

  // Adds a module of a model by its name. Returns its number in Record::module, or 0 if there is no
  // room.
  std::uint16_t add_module(const std::string& name);
  bool has_modules() const { return layout_.modules_used.load() > 0; }

  // Records that a thread of this process has begun. If there is no room, its origin stays unknown.
  // thread_ended() records its end.
  void thread_started(std::uint64_t thread, const std::string& origin);
  void thread_ended(std::uint64_t thread);  // frees its lane for another thread
  // Replaces the origin and name of a thread that thread_started() has recorded. Does nothing for
  // other threads.
  void describe_thread(std::uint64_t thread, const std::string& origin, const std::string& name);
  // Records that this thread, even one of a library, begins a callback of the program.
  // leave_program() records its end. Callbacks nest.
  void enter_program();
  void leave_program();

  // Records that a function of the program was queued on a device stream, for a thread of the
  // driver to run. function_ran() records that it has run.
  void function_put() { layout_.functions.fetch_add(1); }
  void function_ran() { layout_.functions.fetch_sub(1); }

  // Claims the slot in which the thread counts its calls into a device's driver. thread_ended()
  // frees it. Returns the index of the slot, or kDrivers if none is free.
  std::size_t claim_driver_slot(std::uint64_t thread);
  DriverSlot& driver_slot(std::size_t index) { return layout_.drivers[index]; }
  // Records why the driver call with the number `calls` (DriverSlot) does not return.
  void tell_driver_wait(std::size_t index, std::uint64_t calls, const DriverWait& wait);

  // Returns the number of calls issued. If the process gets a new ring, start_numbers_behind() lets
  // the new ring continue the call numbers of the earlier ring.
  std::uint64_t calls_issued() const { return layout_.calls_issued.load(); }
  void start_numbers_behind(std::uint64_t calls) { layout_.calls_issued.store(calls); }

 private:
  ThreadSlot* slot_of(std::uint64_t thread);
  Lane* lane(bool claim = true);
  void log_completion(Record record);
  Record number(Record record);
  bool close(CallHandle handle);
  Layout& layout_;
};

// An open call.
struct CallRecord {
  Record record;            // Kind::kCall
  std::uint32_t after = 0;  // see RingWriter::set_after; 0 = none known
};

// A copy of a lane, or of the log of threads without a lane.
struct LaneSnapshot {
  std::uint64_t thread = 0;       // 0: the thread has ended, or the threads have no lane
  std::uint64_t written = 0;      // records ever written
  std::uint64_t overwritten = 0;  // number of written records that are no longer in `log`
  std::optional<Record> state;    // nullopt if it was being written
  std::optional<Record> blocked;  // nullopt if it was being written, or never blocked
  std::vector<StoreKey> keys;     // the keys of `blocked`, at most kWaitKeys
  Handling handling;              // exception at the time of the thread's last call or wait
  std::vector<Record> log;        // oldest first
};

class RingReader {
 public:
  explicit RingReader(const Ring& ring) : layout_(ring.layout()) {}

  // Returns the number of events that all threads have ever written. If two calls return the same
  // number, there was no event in between.
  std::uint64_t events() const;
  std::uint64_t dropped() const;
  Lost lost() const;
  // Returns the state of the thread that wrote first, which is the main thread. It is cheap enough
  // for progress reports.
  std::optional<Record> main_state() const;
  // Returns whether a thread is blocked or a call is open. Cheap.
  bool waits() const;
  // Returns the lanes. The last entry may be the log of completions in threads without a lane.
  std::vector<LaneSnapshot> snapshot() const;
  // Returns the groups that a writer has finished writing, by index.
  std::vector<GroupRecord> groups() const;
  // Returns the open calls in order of their numbers.
  std::vector<CallRecord> open_calls() const;
  std::vector<std::uint64_t> keys_set() const;
  std::vector<Site> sites() const;
  // Returns the names of the modules. The first one is number 1 of Record::module.
  std::vector<std::string> modules() const;
  std::vector<ThreadRecord> threads() const;
  // Returns the threads that have been in one call of a device's driver for some time.
  std::vector<DriverWait> driver_waits() const;
  // Returns whether a thread of a device's driver may still run a function of the program.
  bool functions_pending() const { return layout_.functions.load() != 0; }

 private:
  const Layout& layout_;
};

}  // namespace gridlock::trace
