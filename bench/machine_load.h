// Loads the machine with spinning processes, for benches.
#pragma once

#include <sys/types.h>

#include <vector>

namespace gridlock::bench {

// The largest number of other processes that share a core with a rank.
inline constexpr int kSpinnersPerCore = 4;

// Runs processes that spin until this object is destroyed or this process ends.
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
