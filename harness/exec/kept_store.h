// Decides how long the first host serves the rendezvous store after its own ranks have ended: as
// long as ranks of other hosts are connected to it.
#pragma once

#include <chrono>

namespace gridlock::exec {

class KeptStore {
 public:
  using Clock = std::chrono::steady_clock;

  // Returns whether a process that is neither this one nor a descendant is connected to the store
  // at `port`. Looks at most once a second.
  bool is_used(int port, Clock::time_point now);

 private:
  bool used_ = false;
  Clock::time_point next_look_;
};

}  // namespace gridlock::exec
