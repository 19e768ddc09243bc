// The agent's zygote: started with the first cell that needs it, started again when it died.
#pragma once

#include <chrono>
#include <string>

#include "harness/agent/programs.h"
#include "harness/process/fd.h"
#include "harness/process/spawn.h"

namespace gridlock::agent {

// The variables and bans of everything that holds torch below an agent.
process::Program torch_program(const Programs& programs, const std::string& mode);

class ZygoteProcess {
 public:
  explicit ZygoteProcess(const Programs& programs) : programs_(programs) {}

  // Asks it to fork a keeper that talks through `keeper_socket`. While it still preloads, the
  // request waits in its socket; one that was ready and died meanwhile is replaced. Throws
  // std::system_error when it cannot be started.
  void fork_keeper(const process::Fd& keeper_socket);

  int fd() const {
    return socket_.get();
  }  // readable when it has something to say; -1 = not started
  pid_t pid() const { return pid_; }
  bool ready() const { return ready_; }  // has preloaded torch
  // True while it may still be expected to become ready: on a busy machine or a slow disk that
  // takes longer than any cell may stand still.
  bool preloading() const;

  // Takes what it says. False when it died; then `last_words()` is the end of its output.
  bool handle();
  std::string last_words() const;

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
