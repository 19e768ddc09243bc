// Records events of this process in the ring that the agent has created, if there is one. No
// function here takes the GIL, communicates or waits.
#pragma once

#include <cstdint>
#include <span>

#include "harness/process/fd.h"
#include "harness/trace/ring.h"

namespace gridlock::probe {

// Writes events to this ring from now on. Called before the first process group is created, and
// again when the process joins another job. A call that is open at that time keeps its number from
// the old ring. A fork of this process writes nothing, because only one process may write to a
// ring. Throws the same errors as trace::Ring::attach().
void attach(process::Fd ring);

// Returns the writer of the current ring. Returns null before attach(), in a fork, and while
// recording is stopped.
trace::RingWriter* writer();

// Stops and continues recording, so that the cost of recording can be measured within a process. No
// ring may be attached in between, and the ends of open calls are lost.
void set_recording(bool recording);

// The place in the program where this thread makes a call (site.h).
struct SiteRecord {
  std::uint64_t site = 0;
  trace::Pass pass = trace::Pass::kUnknown;
  std::uint16_t module = 0;
};

// The function that site() calls to determine the place of a call (call_site() in site.h). If none
// is set, site() returns an empty SiteRecord.
using SiteSource = SiteRecord (*)(trace::RingWriter& ring);
void set_site_source(SiteSource source);
SiteRecord site(trace::RingWriter& ring);

// The function that note_exception() calls to record the exception that this thread handles
// (handling.h). If none is set, note_exception() does nothing.
using ExceptionNote = void (*)(trace::RingWriter& ring);
void set_exception_note(ExceptionNote note);
void note_exception(trace::RingWriter& ring);

// Sets whether the compiler makes the calls that this thread issues from now on (flag kCompiling).
void set_compiling(bool compiling);
std::uint8_t thread_flags();

// Records the current thread as blocked while the object exists. `keys` are as for
// RingWriter::block().
class Blocked {
 public:
  explicit Blocked(trace::Record what, std::span<const std::uint64_t> keys = {});
  Blocked(const Blocked&) = delete;
  Blocked& operator=(const Blocked&) = delete;
  ~Blocked();

 private:
  trace::RingWriter* writer_;
  trace::Record before_;
};

// Records, during its own lifetime, that this thread creates the process group with index `group`
// (trace::Kind::kBuild). The creation includes the thread's waits for the store, so these are not
// recorded.
class Building {
 public:
  Building(std::uint32_t group, std::uint32_t timeout_ms);
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;
  ~Building();

  // Returns whether this thread is creating a group.
  static bool now();

 private:
  Blocked blocked_;
};

}  // namespace gridlock::probe
