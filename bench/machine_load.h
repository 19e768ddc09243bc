// A machine that is busy with something else, for benches.
#pragma once

#include <sys/types.h>

#include <vector>

namespace gridlock::bench {

// As many as a rank has to share its core with at worst.
inline constexpr int kSpinnersPerCore = 4;

// Processes that spin for as long as this lives, and no longer than this process.
class MachineLoad {
 public:
  explicit MachineLoad(int processes);
  MachineLoad(const MachineLoad&) = delete;
  MachineLoad& operator=(const MachineLoad&) = delete;
  ~MachineLoad();

 private:
  std::vector<pid_t> spinners_;
};

}  // namespace gridlock::bench
