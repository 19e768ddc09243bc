// The controller's connection to its agents. It starts the agents through a launcher and carries
// commands and events. No process is left behind, even if the agents or this process are killed.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
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
  // Tells the agents to quit, then kills all descendants of this process, except children that are
  // older than this object.
  ~AgentConnection();
  AgentConnection(const AgentConnection&) = delete;
  AgentConnection& operator=(const AgentConnection&) = delete;

  // Kills the remaining processes of earlier agents, then starts new agents. Returns false if
  // `must_stop` returned true before they had connected. Throws std::runtime_error with the
  // launcher's output if they do not connect in time.
  bool start(const std::function<bool()>& must_stop);
  // Makes the destructor wait only a second until the agents have ended their processes.
  void hurry() { longest_quit_ = std::chrono::seconds(1); }

  // Returns whether the agents have exited. If so, kills the processes that they left behind.
  bool lost();

  int fd() const { return channel_.fd(); }
  int agents() const { return options_.agents; }
  void send(const protocol::Command& command);
  std::vector<protocol::Event> receive();

 private:
  void end_everything();
  bool launcher_ended();
  // `limit` is text such as " within 30 s".
  [[noreturn]] void fail_to_start(const process::Program& program, const std::string& limit) const;
  std::string launcher_output() const;

  LaunchOptions options_;
  std::set<pid_t> others_;           // children older than this object, except a warm agent
  process::TemporaryFolder folder_;  // holds the socket; accessible to this user only
  process::Fd listener_;
  process::Fd launcher_log_;
  pid_t launcher_ = -1;
  std::chrono::seconds longest_quit_{5};
  protocol::Channel channel_;
};

}  // namespace gridlock::controller
