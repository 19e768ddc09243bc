// Calls on streams whose ends are yet to be seen. A stream passes its calls in order, so only the
// first call of each stream is asked about.
#pragma once

#include <deque>
#include <unordered_map>
#include <utility>

#include "harness/rank/probe/marks.h"
#include "harness/rank/probe/open_calls.h"

namespace gridlock::probe {

class FollowedCalls {
 public:
  // The calls are over when the stream has passed `end`, which is behind all marks added before.
  void add(device::Handle stream, Mark end, OpenCalls calls) {
    streams_[stream].push_back({std::move(end), std::move(calls)});
  }

  // Completes the calls that are over.
  void complete_passed() {
    for (auto stream = streams_.begin(); stream != streams_.end();) {
      complete_passed(stream->second);
      stream = stream->second.empty() ? streams_.erase(stream) : std::next(stream);
    }
  }

  bool empty() const { return streams_.empty(); }

 private:
  struct Followed {
    Mark end;
    OpenCalls calls;
  };

  static void complete_passed(std::deque<Followed>& calls) {
    while (!calls.empty()) {
      const device::Passed passed = has_passed(calls.front().end);
      if (passed == device::Passed::kNo) return;
      calls.front().calls.complete(passed == device::Passed::kFailed);
      calls.pop_front();
    }
  }

  std::unordered_map<device::Handle, std::deque<Followed>> streams_;
};

}  // namespace gridlock::probe
