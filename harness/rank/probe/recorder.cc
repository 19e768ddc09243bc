#include "harness/rank/probe/recorder.h"

#include <pthread.h>

#include <atomic>
#include <list>

#include "harness/rank/probe/linger.h"

namespace gridlock::probe {
namespace {

struct Attached {
  explicit Attached(trace::Ring attached) : ring(std::move(attached)), writer(ring) {}
  trace::Ring ring;
  trace::RingWriter writer;
};

// Returns all rings that this process has attached. The process writes to the last one, but threads
// may still be writing to earlier ones. The list is never destroyed, because torch's threads may
// record until the process ends.
std::list<Attached>& attached() {
  static auto* here = new std::list<Attached>;
  return *here;
}
std::atomic<trace::RingWriter*> current = nullptr;

// Both functions are set before any thread makes a call, so they need no lock.
SiteSource site_source = nullptr;
ExceptionNote exception_note = nullptr;

thread_local bool compiling_now = false;
thread_local int builds = 0;

void let_go() {
  current = nullptr;
  attached().clear();
}

trace::Record build_of(std::uint32_t group, std::uint32_t timeout_ms) {
  trace::Record record;
  record.kind = trace::Kind::kBuild;
  record.group = group;
  record.aux = timeout_ms;
  return record;
}

}  // namespace

void attach(process::Fd ring) {
  trace::Ring memory = trace::Ring::attach(std::move(ring));
  static const int once = pthread_atfork(nullptr, nullptr, let_go);
  (void)once;
  const trace::RingWriter* before = writer();
  trace::RingWriter& next = attached().emplace_back(std::move(memory)).writer;
  if (before != nullptr) next.start_numbers_behind(before->calls_issued());
  current = &next;
}

trace::RingWriter* writer() {
  return current.load(std::memory_order_acquire);
}

void set_recording(bool recording) {
  current = recording && !attached().empty() ? &attached().back().writer : nullptr;
}

void set_site_source(SiteSource source) {
  site_source = source;
}

SiteRecord site(trace::RingWriter& ring) {
  return site_source != nullptr ? site_source(ring) : SiteRecord{};
}

void set_exception_note(ExceptionNote note) {
  exception_note = note;
}

void note_exception(trace::RingWriter& ring) {
  if (exception_note != nullptr) exception_note(ring);
}

void set_compiling(bool compiling) {
  compiling_now = compiling;
}

std::uint8_t thread_flags() {
  return compiling_now ? trace::kCompiling : 0;
}

Blocked::Blocked(trace::Record what, std::span<const std::uint64_t> keys) : writer_(writer()) {
  if (writer_ != nullptr) {
    note_exception(*writer_);
    before_ = writer_->block(what, keys);
  }
  linger();
}

Blocked::~Blocked() {
  linger();
  if (writer_ != nullptr) writer_->unblock(before_);
}

Building::Building(std::uint32_t group, std::uint32_t timeout_ms)
    : blocked_(build_of(group, timeout_ms)) {
  ++builds;
}

Building::~Building() {
  --builds;
}

bool Building::now() {
  return builds > 0;
}

}  // namespace gridlock::probe
