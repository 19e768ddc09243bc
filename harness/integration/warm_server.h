// Starts runs whose zygotes have imported torch already (harness/zygote/warm_server.h): one server for
// all tests of this process.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "harness/process/fd.h"
#include "harness/process/spawn.h"

namespace gridlock::integration {

class WarmServer {
 public:
  // The server, started when it is first asked for.
  static WarmServer& shared();
  ~WarmServer();
  WarmServer(const WarmServer&) = delete;
  WarmServer& operator=(const WarmServer&) = delete;

  // As process::spawn(), of `gridlock run`; program.folder is not empty. A child of this process.
  pid_t start(const process::Program& program) const;

 private:
  WarmServer();

  process::Fd channel_;
  pid_t pid_ = -1;
};

}  // namespace gridlock::integration
