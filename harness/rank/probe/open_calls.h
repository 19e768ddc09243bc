// Calls that are open (issued and not yet completed) and that complete together.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/trace/ring.h"

namespace gridlock::probe {

// The calls that share one work: a single call, or all calls of a batch.
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
  // Returns the number of the last call. The record of a thread that waits for the work has this
  // number.
  std::uint32_t number() const { return last_.call; }
  std::uint32_t first() const { return others_.empty() ? last_.call : others_.front().call; }

 private:
  trace::CallHandle last_;
  std::vector<trace::CallHandle> others_;  // empty for a single call: no allocation
};

}  // namespace gridlock::probe
