// A fixture that attaches the probe to this process. It has functions to read the process's
// records, and handles of streams that nothing dereferences.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "harness/rank/probe/recorder.h"
#include "harness/rank/probe/streams.h"
#include "harness/trace/ring.h"

namespace gridlock::probe::testing {

inline void* stream(std::uintptr_t number) {
  return reinterpret_cast<void*>(0x10000 + number * 16);
}

class ProbedProcess {
 public:
  ProbedProcess() : reader_(ring()) {}

  const trace::RingReader& reader() const { return reader_; }

  // Returns the number of the call that must complete before `call`, or 0 if there is none.
  std::uint32_t after(std::uint32_t call) const {
    for (const trace::CallRecord& open : reader_.open_calls()) {
      if (open.record.call == call) return open.after;
    }
    return 0;
  }

  // Returns the number of the open call that was issued last.
  std::uint32_t newest() const {
    std::uint32_t newest = 0;
    for (const trace::CallRecord& open : reader_.open_calls()) {
      newest = std::max(newest, open.record.call);
    }
    return newest;
  }

  // Returns the record in which a thread is blocked now.
  std::optional<trace::Record> blocked() const {
    for (const trace::LaneSnapshot& lane : reader_.snapshot()) {
      if (lane.blocked && lane.blocked->kind != trace::Kind::kNone) return lane.blocked;
    }
    return std::nullopt;
  }

 private:
  // Returns the ring that all tests share, because the probe of a process writes to one ring.
  static trace::Ring& ring() {
    static trace::Ring* const shared = [] {
      auto* made = new trace::Ring(trace::Ring::create());
      attach(process::Fd(dup(made->fd())));
      watch_streams();
      return made;
    }();
    return *shared;
  }

  trace::RingReader reader_;
};

}  // namespace gridlock::probe::testing
