// The calls that a stream of a device has yet to pass, in order. A stream stands at a gate if all
// work that was put on it before the gate is over and the gate's call is not: everything behind the
// gate waits for this call.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "harness/trace/ring.h"

namespace gridlock::probe {

class Gates {
 public:
  using Mark = void*;  // see device::Library::mark; null = unknown when the stream gets there

  struct Gate {
    Mark mark;  // the place before the gate
    trace::CallHandle call;
  };

  void add(const Gate& gate) { gates_.push_back(gate); }

  // Removes the gates at the front whose calls are over. Returns their marks, for release.
  template <typename IsOpen>
  std::vector<Mark> remove_passed(IsOpen is_open) {
    std::vector<Mark> marks;
    while (!gates_.empty() && !is_open(gates_.front().call)) {
      if (gates_.front().mark != nullptr) marks.push_back(gates_.front().mark);
      gates_.pop_front();
    }
    return marks;
  }

  // Removes all gates, and returns their marks.
  std::vector<Mark> remove_all() {
    return remove_passed([](trace::CallHandle) { return false; });
  }

  // Returns the first gate whose call is open.
  template <typename IsOpen>
  std::optional<Gate> first_open(IsOpen is_open) const {
    for (const Gate& gate : gates_) {
      if (is_open(gate.call)) return gate;
    }
    return std::nullopt;
  }

 private:
  std::deque<Gate> gates_;
};

}  // namespace gridlock::probe
