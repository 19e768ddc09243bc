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
#include <vector>

#include "harness/process/fd.h"
#include "harness/trace/layout.h"
#include "harness/trace/record.h"

namespace gridlock::trace {

// The mapped memory of one ring. Movable; unmaps when destroyed.
class Ring {
 public:
  // A new ring. Throws std::system_error when memory cannot be had.
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

// Writes the events of this process; any thread may call. Each thread claims a lane at its first
// event and keeps it. After a fork the child must not use it (a ring has one writing process).
class RingWriter {
 public:
  explicit RingWriter(Ring& ring) : layout_(ring.layout()) {}

  // Appends to the log of this thread; `time_ns` is filled in.
  void log(Record record);
  // Appends and makes the record this thread's state.
  void enter(Record record);

 private:
  Lane* lane();
  Layout& layout_;
};

// One lane as the reader found it.
struct LaneSnapshot {
  std::uint64_t thread = 0;
  std::uint64_t written = 0;      // records ever written
  std::uint64_t overwritten = 0;  // of these, no longer in `log`
  std::optional<Record> state;    // nothing when it was being written
  std::vector<Record> log;        // oldest first
};

class RingReader {
 public:
  explicit RingReader(const Ring& ring) : layout_(ring.layout()) {}

  // Events ever written by all threads: equal at two times means that nothing happened between.
  std::uint64_t events() const;
  std::uint64_t dropped() const;
  // The state of the thread that wrote first (the main thread): cheap, for progress.
  std::optional<Record> main_state() const;
  std::vector<LaneSnapshot> snapshot() const;

 private:
  const Layout& layout_;
};

}  // namespace gridlock::trace
