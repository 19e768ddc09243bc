// Puts load on all cores with spinning processes.
#pragma once

#include <sys/types.h>

#include <vector>

namespace gridlock::bench {

// How many spinning processes a bench starts for each core.
inline constexpr int kSpinnersPerCore = 4;

// Runs processes that spin until this object is destroyed or the bench ends.
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
