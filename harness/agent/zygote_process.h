// The agent's zygote. It is started for the first cell that needs a zygote, and restarted if it
// died.
#pragma once

#include <chrono>
#include <string>

#include "harness/agent/programs.h"
#include "harness/process/fd.h"
#include "harness/process/spawn.h"

namespace gridlock::agent {

// Returns the environment, including the variables to remove, of every process below an agent that
// loads torch.
process::Program torch_program(const Programs& programs, const std::string& mode);

class ZygoteProcess {
 public:
  explicit ZygoteProcess(const Programs& programs) : programs_(programs) {}

  // Asks the zygote to fork a spawner that communicates through `spawner_socket`. While the zygote
  // preloads, the request waits in the zygote's socket. A zygote that became ready and has died
  // since is replaced. Throws std::system_error if the zygote cannot be started.
  void fork_spawner(const process::Fd& spawner_socket);

  // Readable when the zygote has sent a message; -1 means not started.
  int fd() const { return socket_.get(); }
  pid_t pid() const { return pid_; }
  bool ready() const { return ready_; }  // torch is preloaded
  // Returns true while the zygote may still become ready. On a busy machine or a slow disk,
  // preloading takes longer than the stall limit of any cell.
  bool preloading() const;

  // Reads the zygote's message. Returns false if the zygote died; `log_tail()` then returns the end
  // of its output.
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
