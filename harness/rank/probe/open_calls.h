// Calls that are open (issued but not completed) and complete together.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/trace/ring.h"

namespace gridlock::probe {

// The calls that one work stands for: a single call, or all calls that were coalesced.
class OpenCalls {
 public:
  OpenCalls() = default;
  explicit OpenCalls(trace::CallHandle one) : last_(one) {}

  void add(trace::CallHandle call);
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const trace::CallHandle call : others_) visit(call);
    visit(last_);
  }
  void complete(bool failed) const;
  void add_flags(std::uint16_t flags) const;
  // Returns the number of the call that is recorded for a thread that waits for the work.
  std::uint32_t number() const { return last_.call; }
  std::uint32_t first() const { return others_.empty() ? last_.call : others_.front().call; }

 private:
  trace::CallHandle last_;
  std::vector<trace::CallHandle> others_;  // no allocation for a single call
};

}  // namespace gridlock::probe
