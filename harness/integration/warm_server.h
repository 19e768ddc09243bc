// Starts gridlock commands below a server process that has imported torch. The server is a zygote
// server (harness/zygote/warm_server.h) or a fork server (harness/rank/gridlock/start/nursery.py).
// All tests of this process share one server of each kind.
#pragma once

#include <sys/types.h>

#include <functional>

#include "harness/process/fd.h"
#include "harness/process/spawn.h"

namespace gridlock::integration {

class WarmServer {
 public:
  // Returns the server for commands that train cells, such as `gridlock run`. Starts it on first
  // use.
  static WarmServer& of_zygotes();
  // Returns the server for `gridlock minimize` and `ablate`. Starts it on first use.
  static WarmServer& of_fork_servers();
  ~WarmServer();
  WarmServer(const WarmServer&) = delete;
  WarmServer& operator=(const WarmServer&) = delete;

  // Starts the program as a child of this process, like process::spawn(). program.folder must not
  // be empty.
  pid_t start(const process::Program& program) const;

 private:
  // Starts the server. program_for(descriptor) returns the server's program. The server receives
  // requests through the descriptor.
  explicit WarmServer(const std::function<process::Program(int)>& program_for);

  process::Fd channel_;
  pid_t pid_ = -1;
};

}  // namespace gridlock::integration
