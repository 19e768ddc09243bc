#include "bench/machine_load.h"

#include <signal.h>
#include <sys/wait.h>

#include "harness/process/spawn.h"

namespace gridlock::bench {

MachineLoad::MachineLoad(int processes) {
  for (int i = 0; i < processes; ++i) {
    process::Program program;
    program.arguments = {"/bin/sh", "-c", "while :; do :; done"};
    program.dies_with_parent = true;
    spinners_.push_back(process::spawn(program));
  }
}

MachineLoad::~MachineLoad() {
  for (const pid_t pid : spinners_) {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }
}

}  // namespace gridlock::bench
