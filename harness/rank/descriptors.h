// The descriptors that a rank inherits from its agent and uses to communicate with it.
#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::rank {

struct Descriptors {
  process::Fd ring;     // harness/trace: the rank's activity
  process::Fd log;      // the rank's standard output and error
  process::Fd channel;  // lines of JSON: cells to the rank, reports to the agent
  process::Fd store;    // listening socket, only in the rank that serves the store; else closed

  // Takes the descriptors from `fds`, which has them in the order of the fields. `store` may be
  // missing.
  static Descriptors from(std::vector<process::Fd> fds) {
    if (fds.size() < 3) throw std::runtime_error("a rank needs a ring, a log and a channel");
    Descriptors result{std::move(fds[0]), std::move(fds[1]), std::move(fds[2]), {}};
    if (fds.size() > 3) result.store = std::move(fds[3]);
    return result;
  }

  std::vector<int> numbers() const {
    std::vector<int> result = {ring.get(), log.get(), channel.get()};
    if (store) result.push_back(store.get());
    return result;
  }
};

}  // namespace gridlock::rank
