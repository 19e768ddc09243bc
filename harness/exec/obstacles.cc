#include "harness/exec/obstacles.h"

#include <fmt/format.h>

#include "harness/inspect/visibility.h"

namespace gridlock::exec {

std::string obstacle_to_proofs(const RankRegistration& registration) {
  const std::string rank = fmt::format("rank {}", registration.rank);
  if (!registration.preloaded) {
    return fmt::format(
        "no deadlock can be proved, because {} has not loaded gridlock_threads.so, which records "
        "what its threads run. Something has removed it from LD_PRELOAD",
        rank);
  }
  const std::string waits = inspect::why_waits_are_hidden(registration.pid);
  if (!waits.empty()) {
    return fmt::format(
        "no deadlock can be proved, because the kernel does not say what the threads of {} wait "
        "for: {}",
        rank, waits);
  }
  const std::string stacks = inspect::why_stacks_are_hidden(registration.pid);
  if (stacks.empty()) return "";
  return fmt::format(
      "few deadlocks can be proved, because the kernel does not show the stacks of {}: {}", rank,
      stacks);
}

}  // namespace gridlock::exec
