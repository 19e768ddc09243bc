// Starts programs of gridlock whose zygote (harness/zygote/warm_server.h) or fork server
// (harness/rank/gridlock/start/nursery.py) has imported torch already: one server of each kind for all
// tests of this process.
#pragma once

#include <sys/types.h>

#include <functional>

#include "harness/process/fd.h"
#include "harness/process/spawn.h"

namespace gridlock::integration {

class WarmServer {
 public:
  // Started when they are first asked for: for `gridlock run`, and for commands with a fork server.
  static WarmServer& of_zygotes();
  static WarmServer& of_fork_servers();
  ~WarmServer();
  WarmServer(const WarmServer&) = delete;
  WarmServer& operator=(const WarmServer&) = delete;

  // As process::spawn(); program.folder is not empty. A child of this process.
  pid_t start(const process::Program& program) const;

 private:
  // program_for(descriptor): the server's, which serves that descriptor.
  explicit WarmServer(const std::function<process::Program(int)>& program_for);

  process::Fd channel_;
  pid_t pid_ = -1;
};

}  // namespace gridlock::integration
