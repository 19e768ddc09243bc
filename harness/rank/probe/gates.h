// The calls that a stream of a device has yet to pass, in order. A stream stands at a gate if all
// work that was put on it before the gate is over and the gate's call is not: everything behind the
// gate waits for this call.
#pragma once

#include <deque>
#include <optional>

#include "harness/rank/probe/marks.h"
#include "harness/trace/ring.h"

namespace gridlock::probe {

class Gates {
 public:
  struct Gate {
    Mark mark;  // the place before the gate; null = unknown when the stream gets there
    trace::CallHandle call;
  };

  // Adds a gate, after drop_closed().
  template <typename IsOpen>
  void add(Gate gate, IsOpen is_open) {
    drop_closed(is_open);
    gates_.push_back(std::move(gate));
  }

  // Removes the gates at the front whose calls are over.
  template <typename IsOpen>
  void drop_closed(IsOpen is_open) {
    while (!gates_.empty() && !is_open(gates_.front().call)) gates_.pop_front();
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
