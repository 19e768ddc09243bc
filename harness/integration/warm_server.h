// Starts gridlock commands below a process that has imported torch. It is a zygote server
// (harness/zygote/warm_server.h) or a fork server (harness/rank/gridlock/start/nursery.py). All
// tests of this process share one server of each kind.
#pragma once

#include <sys/types.h>

#include <functional>

#include "harness/process/fd.h"
#include "harness/process/spawn.h"

namespace gridlock::integration {

class WarmServer {
 public:
  // Returns the server for `gridlock run`. It starts on first use, as does of_fork_servers(), the
  // server for commands with a fork server.
  static WarmServer& of_zygotes();
  static WarmServer& of_fork_servers();
  ~WarmServer();
  WarmServer(const WarmServer&) = delete;
  WarmServer& operator=(const WarmServer&) = delete;

  // Starts a child of this process, as process::spawn() does. program.folder must not be empty.
  pid_t start(const process::Program& program) const;

 private:
  // Starts the server. program_for(descriptor) returns its program, which communicates through the
  // descriptor.
  explicit WarmServer(const std::function<process::Program(int)>& program_for);

  process::Fd channel_;
  pid_t pid_ = -1;
};

}  // namespace gridlock::integration
