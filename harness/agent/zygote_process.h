// The agent's zygote: started with the first cell that needs it, restarted if it died.
#pragma once

#include <chrono>
#include <string>

#include "harness/agent/programs.h"
#include "harness/process/fd.h"
#include "harness/process/spawn.h"

namespace gridlock::agent {

// Returns the environment, including removed variables, of every process below an agent that loads
// torch.
process::Program torch_program(const Programs& programs, const std::string& mode);

class ZygoteProcess {
 public:
  explicit ZygoteProcess(const Programs& programs) : programs_(programs) {}

  // Asks the zygote to fork a spawner that communicates through `spawner_socket`. The request waits
  // in the zygote's socket while the zygote preloads; a zygote that was ready and died since is
  // replaced. Throws std::system_error if it cannot be started.
  void fork_spawner(const process::Fd& spawner_socket);

  int fd() const { return socket_.get(); }  // readable when it has sent a message; -1 = not started
  pid_t pid() const { return pid_; }
  bool ready() const { return ready_; }  // torch is preloaded
  // Returns true while the zygote may still become ready: on a busy machine or a slow disk,
  // preloading takes longer than the stall limit of any cell.
  bool preloading() const;

  // Reads its message. Returns false if it died; `log_tail()` returns the end of its output then.
  bool handle();
  std::string log_tail() const;

 private:
  void start();

  const Programs& programs_;
  pid_t pid_ = -1;
  process::Fd socket_;
  process::Fd log_;
  bool ready_ = false;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace gridlock::agent
