// The agent's zygote. It starts with the first cell that needs it, and restarts if it died.
#pragma once

#include <chrono>
#include <string>

#include "harness/agent/programs.h"
#include "harness/process/fd.h"
#include "harness/process/spawn.h"

namespace gridlock::agent {

// Returns gridlock-zygote as `mode` ("zygote" or "spawner"), with the environment of processes that
// load torch.
process::Program torch_program(const Programs& programs, const std::string& mode);

class ZygoteProcess {
 public:
  explicit ZygoteProcess(const Programs& programs) : programs_(programs) {}

  // Asks the zygote to fork a spawner that communicates through `spawner_socket`. The request waits
  // in the zygote's socket while the zygote preloads torch. A zygote that was ready but has died is
  // replaced. Throws std::system_error if the zygote cannot be started.
  void fork_spawner(const process::Fd& spawner_socket);

  // Descriptor to poll for messages of the zygote. -1 means that the zygote has not been started.
  int fd() const { return socket_.get(); }
  pid_t pid() const { return pid_; }
  bool ready() const { return ready_; }  // torch is loaded
  // Returns whether the zygote may still become ready. Meanwhile, the cells that wait for it do not
  // count as stalled, because loading torch from a slow disk can take longer than any stall limit.
  bool preloading() const;

  // Reads the zygote's message. Returns false if the zygote died; log_tail() then returns the end
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
