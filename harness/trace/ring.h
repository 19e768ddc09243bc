// A ring: the shared memory through which one rank tells its agent what it is doing.
//
// The agent creates it (memory is allocated beforehand in a memfd, so that a full disk cannot kill
// a rank), the rank attaches to the inherited descriptor and writes, the agent reads at any time:
// while the rank runs, when it is stopped, after it is dead. Writing takes no lock and makes no
// system call. The reader trusts nothing that it finds: a rank that writes nonsense can spoil its
// own ring only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/process/fd.h"
#include "harness/trace/layout.h"
#include "harness/trace/record.h"

namespace gridlock::trace {

// The mapped memory of one ring. Movable; unmaps when destroyed.
class Ring {
 public:
  // A new ring. Throws std::system_error when there is no memory for it.
  static Ring create();
  // The ring behind an inherited descriptor. Throws std::runtime_error when it is no ring of this
  // version or is too small.
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

// A process group, as the rank that makes it describes it.
struct GroupRecord {
  std::string name;
  std::string description;
  std::string backend;
  int creation = 0;          // how many groups of this name and members the rank made before
  std::vector<int> members;  // global ranks
  std::uint64_t enqueued = 0;
  bool connected = false;        // its communicator may be there before its first collective
  std::uint32_t timeout_ms = 0;  // after which a call of it is given up; 0 = unknown
  int workers =
      0;  // threads that carry out its calls, in order; 0 = its backend has none, -1 = unknown
};

// A thread of this process, and where it comes from (harness/rank/threads/births.h).
struct ThreadRecord {
  std::uint64_t thread = 0;  // kernel thread id
  std::string origin;        // "libgomp.so.1", "tqdm._monitor.TMonitor"
  std::string name;          // Python's: "Thread-1 (upload)"; "" = it has none
  bool in_program = false;   // a library's thread that runs a callback of the program now
};

// An exception that a thread is handling: it is in an `except` block, a `finally` block or the exit
// of a `with` statement.
struct Handling {
  std::string error;  // "KeyError: 'x'"; "" = none
  std::string place;  // where it was raised, "train.py:12"; "" = unknown
};

// An open call, for RingWriter::complete(). Plain data of 8 bytes: fits into any callback.
struct CallHandle {
  std::uint32_t call = 0;  // 0 = it found no room
  std::uint32_t slot = 0;
};

// Writes the events of this process; any thread may call. Each thread claims a lane at its first
// event but a completion, and keeps it until thread_gone(), whichever writer it uses. After a fork
// the child must not use it (a ring has one writing process). No call allocates, locks or fails:
// what finds no room is counted.
class RingWriter {
 public:
  explicit RingWriter(Ring& ring) : layout_(ring.layout()) {}

  // Appends to the log of this thread; `time_ns` is filled in.
  void log(Record record);
  // Appends and makes the record this thread's state.
  void enter(Record record);

  // Adds a group; `enqueued` and `connected` are ignored. Returns its index; kGroups when there is
  // no room.
  std::uint32_t add_group(const GroupRecord& group);
  // How many threads carry out its calls (-1: unknown), and their timeout.
  void set_workers(std::uint32_t group, int workers);
  void set_timeout(std::uint32_t group, std::uint32_t timeout_ms);
  // Something else than its first collective may make the group's communicator.
  void set_connected(std::uint32_t group);

  // A call is about to be issued: opens it, numbers it and logs it (kind and `call` are filled in).
  // `seq` of a collective is filled in too, from its group's counter; that of send and recv is the
  // caller's: which of those with the same group, direction, peer and tag, from 1.
  CallHandle issue(Record record);
  // The same for a call that is never looked at as an open one: a later one tells of its end.
  void issue_unfollowed(Record record);
  // The call is over. May come from any thread, and more than once.
  void complete(CallHandle handle, bool failed);
  bool is_open(CallHandle handle) const;
  // It will not start before the rank's earlier call with that number is over: a device's stream
  // has them in this order.
  void set_after(CallHandle handle, std::uint32_t earlier);
  // Its flags, once more is known.
  void add_flags(CallHandle handle, std::uint8_t flags);

  // This thread is about to block (see Kind), and goes on again. Blocks nest: unblock() gives back
  // what block() returned.
  Record block(Record record);
  void unblock(const Record& before);

  // The exception that this thread is handling from now on, cut off where it is long; without an
  // error: none any more.
  void handle(const Handling& handling);

  // A key of the store was set, added to or deleted.
  void key_set(std::uint64_t hash);

  // Where in the program `site` is, as records name it. Without room for it the place stays
  // unknown.
  void add_site(std::uint64_t site, const std::string& place);

  // A module of a model, by name: its number in Record::module; 0 = there is no room.
  std::uint16_t add_module(const std::string& name);
  bool has_modules() const { return layout_.modules_used.load() > 0; }

  // A thread of this process has begun or ended. Without room for it its origin stays unknown.
  void thread_born(std::uint64_t thread, const std::string& origin);
  void thread_gone(std::uint64_t thread);  // its lane is free for another one
  // What is known better of a thread that was born; of others nothing is kept.
  void describe_thread(std::uint64_t thread, const std::string& origin, const std::string& name);
  // This thread, whosever it is, begins or ends a callback of the program. They nest.
  void enter_program();
  void leave_program();

  // A function of the program waits on a device's stream to be run by a thread of the driver, and
  // has run.
  void function_put() { layout_.functions.fetch_add(1); }
  void function_ran() { layout_.functions.fetch_sub(1); }

  // Calls are numbered behind those of an earlier ring of this process.
  std::uint64_t calls_issued() const { return layout_.calls_issued.load(); }
  void start_numbers_behind(std::uint64_t calls) { layout_.calls_issued.store(calls); }

 private:
  ThreadSlot* slot_of(std::uint64_t thread);
  Lane* lane(bool claim = true);
  void log_completion(Record record);
  Record number(Record record);
  Layout& layout_;
};

struct OpenCall {
  Record record;            // Kind::kCall
  std::uint32_t after = 0;  // see RingWriter::set_after; 0 = none known
};

// A place in the program: "train.py:45".
struct Site {
  std::uint64_t site = 0;
  std::string place;
};

// One lane as the reader found it.
struct LaneSnapshot {
  std::uint64_t thread = 0;       // 0: those that have ended, or all without a lane
  std::uint64_t written = 0;      // records ever written
  std::uint64_t overwritten = 0;  // of these, no longer in `log`
  std::optional<Record> state;    // nothing when it was being written
  std::optional<Record> blocked;  // nothing when it was being written or never blocked
  Handling handling;              // as of the thread's last call or wait
  std::vector<Record> log;        // oldest first
};

class RingReader {
 public:
  explicit RingReader(const Ring& ring) : layout_(ring.layout()) {}

  // Events ever written by all threads: equal at two times means that nothing happened between.
  std::uint64_t events() const;
  std::uint64_t dropped() const;
  // Groups, calls, keys and threads that found no room.
  std::uint64_t lost() const;
  // The state of the thread that wrote first (the main thread): cheap, for progress.
  std::optional<Record> main_state() const;
  // Some thread is blocked, or some call open: cheap.
  bool waits() const;
  // The last one may be that of completions in threads without a lane.
  std::vector<LaneSnapshot> snapshot() const;
  // Those that a writer has finished writing, by index.
  std::vector<GroupRecord> groups() const;
  // In order of their numbers.
  std::vector<OpenCall> open_calls() const;
  std::vector<std::uint64_t> keys_set() const;
  std::vector<Site> sites() const;
  // The first is number 1 of Record::module.
  std::vector<std::string> modules() const;
  std::vector<ThreadRecord> threads() const;
  // Some thread of a device's driver may yet run a function of the program.
  bool functions_pending() const { return layout_.functions.load() != 0; }

 private:
  const Layout& layout_;
};

}  // namespace gridlock::trace
