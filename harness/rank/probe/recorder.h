// Where the probe of this process writes: the ring that the agent made, or nowhere. Nothing here
// takes the GIL, communicates or waits.
#pragma once

#include <cstdint>

#include "harness/process/fd.h"
#include "harness/trace/ring.h"

namespace gridlock::probe {

// From now on events go to this ring. Called before the first process group, and
// again when the process joins another job: calls that are open then are numbered in the old one. A
// fork of this process writes nothing: a ring has one writing process. Throws as
// trace::Ring::attach() does.
void attach(process::Fd ring);

// Null before attach(), and in a fork.
trace::RingWriter* writer();

// Where in the program this thread makes a call, and in which part of a training step.
struct CallSite {
  std::uint64_t site = 0;
  trace::Pass pass = trace::Pass::kUnknown;
  std::uint16_t module = 0;
};

// Who says so (see site.h); nothing is known until one is set.
using SiteSource = CallSite (*)(trace::RingWriter& ring);
void set_site_source(SiteSource source);
CallSite site(trace::RingWriter& ring);

// Who tells the ring which exception this thread is handling (see handling.h); nobody until one is
// set.
using ExceptionNote = void (*)(trace::RingWriter& ring);
void set_exception_note(ExceptionNote note);
void note_exception(trace::RingWriter& ring);

// Whether calls that this thread issues now are the compiler's own (flag kCompiling).
void set_compiling(bool compiling);
std::uint8_t thread_flags();

// While it lives, this thread is recorded as blocked.
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

// Blocked in the making of a process group (index `group`; trace::Kind::kBuild). What the thread
// waits for in the store meanwhile is part of that and not recorded.
class Building {
 public:
  Building(std::uint32_t group, std::uint32_t timeout_ms);
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;
  ~Building();

  // Whether this thread is making a group now.
  static bool now();

 private:
  Blocked blocked_;
};

}  // namespace gridlock::probe
