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
  return inspect::obstacle_to_proofs(registration.pid, rank);
}

}  // namespace gridlock::exec
