// Makes the machine busy with something else, for benches.
#pragma once

#include <sys/types.h>

#include <vector>

namespace gridlock::bench {

// The worst case of processes that share a core with a rank.
inline constexpr int kSpinnersPerCore = 4;

// Runs processes that spin as long as this object lives, and no longer than this process.
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
