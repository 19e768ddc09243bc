// The controller's connection to its agents: starts them through a launcher, carries commands and
// events, and leaves no process behind, however the agents or this process end.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "harness/controller/launcher.h"
#include "harness/process/fd.h"
#include "harness/process/temporary_folder.h"
#include "harness/protocol/channel.h"
#include "harness/protocol/messages.h"

namespace gridlock::controller {

class AgentConnection {
 public:
  explicit AgentConnection(LaunchOptions options);
  // Quits the agents and ends every process below this one except the children it had before.
  ~AgentConnection();
  AgentConnection(const AgentConnection&) = delete;
  AgentConnection& operator=(const AgentConnection&) = delete;

  // Starts the agents after it has ended what is left of earlier ones. Throws std::runtime_error
  // with the launcher's output if they do not connect.
  void start();

  // Returns true once the agents are gone; then none of their processes is left.
  bool lost();

  int fd() const { return channel_.fd(); }
  int agents() const { return options_.agents; }
  void send(const protocol::Command& command);
  std::vector<protocol::Event> receive();

 private:
  void end_everything();
  bool launcher_ended();
  std::string launcher_output() const;

  LaunchOptions options_;
  std::set<pid_t> others_;           // children that this process had before, except a warm agent
  process::TemporaryFolder folder_;  // holds the socket; accessible to this user only
  process::Fd listener_;
  process::Fd launcher_log_;
  pid_t launcher_ = -1;
  protocol::Channel channel_;
};

}  // namespace gridlock::controller
