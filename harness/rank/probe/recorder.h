// The destination of this process's probe: the ring that the agent created, or none. No function
// here takes the GIL, communicates or waits.
#pragma once

#include <cstdint>

#include "harness/process/fd.h"
#include "harness/trace/ring.h"

namespace gridlock::probe {

// Sends events to this ring from now on. Called before the first process group, and again when the
// process joins another job: calls that are open at that time keep their numbers of the old ring. A
// fork of this process writes nothing, because a ring has one writing process. Throws the same
// errors as trace::Ring::attach().
void attach(process::Fd ring);

// Returns the writer of the current ring: null before attach(), and in a fork.
trace::RingWriter* writer();

// The place in the program where this thread makes a call, and the part of the training step.
struct CallSite {
  std::uint64_t site = 0;
  trace::Pass pass = trace::Pass::kUnknown;
  std::uint16_t module = 0;
};

// The function that determines call sites (see site.h). Without one, site() returns an empty
// CallSite.
using SiteSource = CallSite (*)(trace::RingWriter& ring);
void set_site_source(SiteSource source);
CallSite site(trace::RingWriter& ring);

// The function that records in the ring which exception this thread is handling (see handling.h).
// Without one, note_exception() does nothing.
using ExceptionNote = void (*)(trace::RingWriter& ring);
void set_exception_note(ExceptionNote note);
void note_exception(trace::RingWriter& ring);

// Sets whether calls that this thread issues now are the compiler's own (flag kCompiling).
void set_compiling(bool compiling);
std::uint8_t thread_flags();

// Records this thread as blocked for the lifetime of the object.
class Blocked {
 public:
  explicit Blocked(trace::Record what);
  Blocked(const Blocked&) = delete;
  Blocked& operator=(const Blocked&) = delete;
  ~Blocked();

 private:
  trace::RingWriter* writer_;
  trace::Record before_;
};

// Records this thread as blocked in the creation of a process group (index `group`;
// trace::Kind::kBuild). Waits of the thread for the store in the meantime are part of the creation
// and not recorded.
class Building {
 public:
  Building(std::uint32_t group, std::uint32_t timeout_ms);
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;
  ~Building();

  // Returns whether this thread is creating a group now.
  static bool now();

 private:
  Blocked blocked_;
};

}  // namespace gridlock::probe
