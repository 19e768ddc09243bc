// A ring: the shared memory in which one rank records its actions for its agent.
//
// The agent creates the ring in a memfd whose memory is allocated beforehand, so that a lack of
// memory cannot kill a rank. The rank attaches to the inherited descriptor and writes. The agent
// can read at any time: while the rank runs, when the rank is stopped, and after the rank is dead.
// Writing takes no lock and makes no system call. The reader trusts nothing that it reads, so a
// rank that writes nonsense spoils only its own ring.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/process/fd.h"
#include "harness/trace/layout.h"
#include "harness/trace/record.h"
#include "harness/trace/values.h"

namespace gridlock::trace {

// The mapped memory of one ring. Movable; unmaps when destroyed.
class Ring {
 public:
  // Creates a ring. Throws std::system_error when there is no memory for it.
  static Ring create();
  // Maps the ring of an inherited descriptor. Throws std::runtime_error if the memory is too small
  // or not a ring of this version.
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

// A process group, as described by the rank that makes it.
struct GroupRecord : Group {
  std::uint32_t timeout_ms = 0;  // of the group's calls; 0 = unknown. Facts have it in each call
};

// A thread of this process and its origin (harness/rank/threads/thread_origins.h).
struct ThreadRecord {
  std::uint64_t thread = 0;  // kernel thread id
  std::string origin;        // "libgomp.so.1", "tqdm._monitor.TMonitor"
  std::string name;          // the name of a Python thread: "Thread-1 (upload)"; "" = none
  bool in_program = false;   // a library's thread that is running a callback of the program
};

// Identifies an open call for RingWriter::complete(). Consists of 8 bytes of plain data, so it fits
// into any callback.
struct CallHandle {
  std::uint32_t call = 0;  // 0 = there was no room
  std::uint32_t slot = 0;
};

// Writes the events of this process; any thread may call the writer. Each thread claims a lane at
// its first event that is not a completion, and keeps the lane until thread_ended(), whichever
// writer the thread uses. After a fork the child must not use the writer (a ring has one writing
// process). No call allocates, locks or fails: events without room are counted.
class RingWriter {
 public:
  explicit RingWriter(Ring& ring) : layout_(ring.layout()) {}

  // Appends to the log of this thread; `time_ns` is filled in.
  void log(Record record);
  // Appends and makes the record this thread's state.
  void enter(Record record);

  // Adds a group; ignores `enqueued` and `connected`. Returns the group's index, or kGroups when
  // there is no room.
  std::uint32_t add_group(const GroupRecord& group);
  // Set the number of threads that execute the group's calls (-1 means unknown), and the timeout of
  // these calls.
  void set_workers(std::uint32_t group, int workers);
  void set_timeout(std::uint32_t group, std::uint32_t timeout_ms);
  // Records that the group's communicator may be made before its first collective.
  void set_connected(std::uint32_t group);

  // Opens, numbers and logs a call that is about to be issued, and fills in kind and `call`. For a
  // collective, also fills in `seq` from its group's counter. For send and recv, the caller sets
  // `seq`: the position among those with the same group, direction, peer and tag, from 1.
  CallHandle issue(Record record);
  // Numbers and logs a call without opening it. The end of a later call implies the end of this
  // call.
  void issue_unfollowed(Record record);
  // Closes the call. May be called from any thread, and more than once.
  void complete(CallHandle handle, bool failed);
  bool is_open(CallHandle handle) const;
  // Records that the call will not start before the rank's call with number `earlier` is over,
  // because both calls are on one stream of a device, in this order.
  void set_after(CallHandle handle, std::uint32_t earlier);
  // Adds flags that become known after the issue.
  void add_flags(CallHandle handle, std::uint8_t flags);

  // block() records that this thread is about to block (see Kind); unblock() records that the
  // thread continues. Blocks nest: unblock() takes the value that block() returned.
  Record block(Record record);
  void unblock(const Record& before);

  // Records the exception that this thread handles from now on, with long texts cut off. An empty
  // exception means that the thread no longer handles one.
  void handle(const Handling& handling);

  // Records that a key of the store was set, added to or deleted.
  void key_set(std::uint64_t hash);

  // Records the call site that `site`, a number used in records, stands for. Without room the call
  // site stays unknown.
  void add_site(std::uint64_t site, const std::string& place);

  // Adds a module of a model by name. Returns the module's number in Record::module, or 0 if there
  // is no room.
  std::uint16_t add_module(const std::string& name);
  bool has_modules() const { return layout_.modules_used.load() > 0; }

  // Record that a thread of this process has begun or ended. Without room the thread's origin stays
  // unknown.
  void thread_started(std::uint64_t thread, const std::string& origin);
  void thread_ended(std::uint64_t thread);  // frees its lane for another thread
  // Replaces origin and name of a thread recorded by thread_started(); does nothing for other
  // threads.
  void describe_thread(std::uint64_t thread, const std::string& origin, const std::string& name);
  // Record that this thread, even a library's thread, begins or ends a callback of the program.
  // Callbacks nest.
  void enter_program();
  void leave_program();

  // Record that a function of the program was queued on a device's stream, to be run by a thread of
  // the driver, and that the function has run.
  void function_put() { layout_.functions.fetch_add(1); }
  void function_ran() { layout_.functions.fetch_sub(1); }

  // Return and set the count of issued calls, because a new ring continues the call numbers of an
  // earlier ring of this process.
  std::uint64_t calls_issued() const { return layout_.calls_issued.load(); }
  void start_numbers_behind(std::uint64_t calls) { layout_.calls_issued.store(calls); }

 private:
  ThreadSlot* slot_of(std::uint64_t thread);
  Lane* lane(bool claim = true);
  void log_completion(Record record);
  Record number(Record record);
  Layout& layout_;
};

// An open call.
struct CallRecord {
  Record record;            // Kind::kCall
  std::uint32_t after = 0;  // see RingWriter::set_after; 0 = none known
};

// One lane as the reader has read it.
struct LaneSnapshot {
  std::uint64_t thread = 0;       // 0: threads that have ended, or all threads without a lane
  std::uint64_t written = 0;      // records ever written
  std::uint64_t overwritten = 0;  // number of written records that are no longer in `log`
  std::optional<Record> state;    // nullopt if it was being written
  std::optional<Record> blocked;  // nullopt if it was being written, or never blocked
  Handling handling;              // as of the thread's last call or wait
  std::vector<Record> log;        // oldest first
};

class RingReader {
 public:
  explicit RingReader(const Ring& ring) : layout_(ring.layout()) {}

  // Returns the number of events ever written by all threads. An equal number at two times means no
  // event in between.
  std::uint64_t events() const;
  std::uint64_t dropped() const;
  // Returns the number of groups, members, calls and keys that found no room.
  std::uint64_t lost() const;
  // Returns the state of the thread that wrote first (the main thread). Cheap, for reports of
  // progress.
  std::optional<Record> main_state() const;
  // Returns whether a thread is blocked or a call is open. Cheap.
  bool waits() const;
  // Returns the lanes; the last entry may be the log of completions in threads without a lane.
  std::vector<LaneSnapshot> snapshot() const;
  // Returns the groups that a writer has finished writing, by index.
  std::vector<GroupRecord> groups() const;
  // Returns the open calls in order of their numbers.
  std::vector<CallRecord> open_calls() const;
  std::vector<std::uint64_t> keys_set() const;
  std::vector<Site> sites() const;
  // Returns the modules' names; the first one is number 1 of Record::module.
  std::vector<std::string> modules() const;
  std::vector<ThreadRecord> threads() const;
  // Returns whether a thread of a device's driver may still run a function of the program.
  bool functions_pending() const { return layout_.functions.load() != 0; }

 private:
  const Layout& layout_;
};

}  // namespace gridlock::trace
